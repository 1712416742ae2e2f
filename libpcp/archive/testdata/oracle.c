/*
 * Prints what the installed libpcp finds in an archive, one command a line on
 * standard input; the tests print the same from this package and compare.
 *
 *	open NAME            label and end
 *	names                all leaves with their PMID, then all names of each
 *	children NAME        names one level below
 *	lookup NAME          PMID of a name
 *	descs                descriptors of all metrics
 *	indoms               every instance domain, now and over the archive
 *	inst INDOM ID NAME   one instance, four ways
 *	texts, labels        help text and label sets of everything
 *	mode M S NS DS DNS   set mode (S -1: no time)
 *	profile + INDOM IDS  pmAddProfile or, with -, pmDelProfile
 *	fetch N PMIDS        fetch N times ("all" for every metric)
 *	each N               fetch every metric on its own, N times, from a new position
 *	record N             next N records
 *	dup                  pmDupContext, and go on with the duplicate
 *	use N                go on with context N of those, 0 is the first
 *	say TEXT             the text, to find the answers by
 */
#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *unused;
static pmID *all;
static int nall, ctx = -1, contexts[16], ncontexts;
static struct timespec start, mode_when, mode_delta;
static int mode_mode = PM_MODE_FORW, mode_null;

static void code(const char *what, int sts)
{
	printf("%s: error %d\n", what, sts);
}

static int builtin(const char *name)
{
	return strcmp(name, "event.flags") == 0 || strcmp(name, "event.missed") == 0;
}

static void collect(const char *name)
{
	pmID id;
	int i;
	if (builtin(name))
		return;
	if (pmLookupName(1, (const char **)&name, &id) != 1)
		return;
	for (i = 0; i < nall; i++)
		if (all[i] == id)
			return;
	all = realloc(all, (nall + 1) * sizeof all[0]);
	all[nall++] = id;
}

static void print_name(const char *name)
{
	pmID id;
	int sts;
	if (builtin(name))
		return;
	sts = pmLookupName(1, (const char **)&name, &id);
	printf("name %s %d %08x\n", name, sts, id);
}

static void do_open(char *name)
{
	pmHighResLogLabel l;
	struct timespec end;
	int sts;
	nall = 0;
	mode_mode = PM_MODE_FORW;
	mode_null = 0;
	while (ncontexts > 0)
		pmDestroyContext(contexts[--ncontexts]);
	ctx = pmNewContext(PM_CONTEXT_ARCHIVE, name);
	if (ctx < 0) {
		code("open", ctx);
		return;
	}
	contexts[ncontexts++] = ctx;
	if ((sts = pmGetHighResArchiveLabel(&l)) < 0)
		code("label", sts);
	else {
		start = l.start;
		mode_when = start;
		mode_delta.tv_sec = mode_delta.tv_nsec = 0;
		printf("label %x %d %ld.%09ld %s %s %s\n", l.magic, (int)l.pid, (long)l.start.tv_sec,
		       (long)l.start.tv_nsec, l.hostname, l.timezone, l.zoneinfo);
	}
	sts = pmGetHighResArchiveEnd(&end);
	if (sts < 0)
		code("end", sts);
	else
		printf("end %ld.%09ld\n", (long)end.tv_sec, (long)end.tv_nsec);
	pmTraversePMNS("", collect);
}

static void do_dup(void)
{
	int sts = pmDupContext();
	if (sts < 0)
		code("dup", sts);
	else if (ncontexts < 16)
		contexts[ncontexts++] = sts;
}

static void do_use(int n)
{
	if (n >= 0 && n < ncontexts)
		pmUseContext(contexts[n]);
}

static void do_names(void)
{
	int i, j, sts;
	char **names;
	sts = pmTraversePMNS("", print_name);
	printf("traverse %d\n", sts < 0 ? sts : 0);
	for (i = 0; i < nall; i++) {
		sts = pmNameAll(all[i], &names);
		printf("names %08x %d", all[i], sts);
		for (j = 0; j < sts; j++)
			printf(" %s", names[j]);
		printf("\n");
		if (sts > 0)
			free(names);
	}
}

static void do_children(char *name)
{
	char **kids;
	int *status, i, sts = pmGetChildrenStatus(name, &kids, &status);
	printf("children %s %d", name, sts);
	for (i = 0; i < sts; i++)
		printf(" %s:%d", kids[i], status[i]);
	printf("\n");
}

static void do_lookup(char *line)
{
	const char *names[10];
	pmID ids[10];
	int i, sts, n = 0;
	char *p;
	for (p = strtok(line, " "); p && n < 10; p = strtok(NULL, " "))
		names[n++] = p;
	sts = pmLookupName(n, names, ids);
	printf("lookup %d", sts);
	for (i = 0; i < n; i++)
		printf(" %08x", ids[i]);
	printf("\n");
}

static void do_descs(void)
{
	pmDesc d;
	int i, sts;
	unsigned u;
	for (i = 0; i < nall; i++) {
		if ((sts = pmLookupDesc(all[i], &d)) < 0) {
			code("desc", sts);
			continue;
		}
		u = 0;
		u |= (d.units.dimSpace & 15u) << 28 | (d.units.dimTime & 15u) << 24 | (d.units.dimCount & 15u) << 20;
		u |= (d.units.scaleSpace & 15u) << 16 | (d.units.scaleTime & 15u) << 12 | (d.units.scaleCount & 15u) << 8;
		printf("desc %08x %d %08x %d %08x\n", d.pmid, d.type, d.indom, d.sem, u);
	}
}

static int seen_indom(pmInDom d, pmInDom *list, int n)
{
	while (n-- > 0)
		if (list[n] == d)
			return 1;
	return 0;
}

static int list_indoms(pmInDom **out)
{
	pmInDom *list = NULL;
	pmDesc d;
	int i, n = 0;
	for (i = 0; i < nall; i++) {
		if (pmLookupDesc(all[i], &d) < 0 || d.indom == PM_INDOM_NULL || seen_indom(d.indom, list, n))
			continue;
		list = realloc(list, (n + 1) * sizeof list[0]);
		list[n++] = d.indom;
	}
	*out = list;
	return n;
}

static void print_indom(const char *what, pmInDom d, int sts, int *ids, char **names)
{
	int i;
	printf("%s %08x %d", what, d, sts);
	for (i = 0; i < sts; i++)
		printf(" %d:%s", ids[i], names[i]);
	printf("\n");
	if (sts > 0) {
		free(ids);
		free(names);
	}
}

static void do_indoms(void)
{
	pmInDom *list;
	int i, n = list_indoms(&list), *ids = NULL;
	char **names = NULL;
	for (i = 0; i < n; i++) {
		int sts = pmGetInDom(list[i], &ids, &names);
		print_indom("indom", list[i], sts, ids, names);
		sts = pmGetInDomArchive(list[i], &ids, &names);
		print_indom("indomarch", list[i], sts, ids, names);
	}
	free(list);
}

static void do_inst(char *line)
{
	unsigned d;
	int id, n = 0;
	char *name = NULL;
	if (sscanf(line, "%x %d %n", &d, &id, &n) < 2)
		return;
	printf("inst %s: %d", line, pmLookupInDom(d, line + n));
	printf(" %d", pmLookupInDomArchive(d, line + n));
	int sts = pmNameInDom(d, id, &name);
	printf(" %d:%s", sts, sts < 0 ? "" : name);
	sts = pmNameInDomArchive(d, id, &name);
	printf(" %d:%s\n", sts, sts < 0 ? "" : name);
}

static void do_texts(void)
{
	pmInDom *list;
	int i, k, n = list_indoms(&list);
	char *text;
	for (k = PM_TEXT_ONELINE; k <= PM_TEXT_HELP; k++) {
		for (i = 0; i < nall; i++) {
			int sts = pmLookupText(all[i], k, &text);
			printf("text %08x %d %d %s\n", all[i], k, sts < 0 ? sts : 0, sts < 0 ? "" : text);
			if (sts >= 0)
				free(text);
		}
		for (i = 0; i < n; i++) {
			int sts = pmLookupInDomText(list[i], k, &text);
			printf("indomtext %08x %d %d %s\n", list[i], k, sts < 0 ? sts : 0, sts < 0 ? "" : text);
			if (sts >= 0)
				free(text);
		}
	}
	free(list);
}

static void print_labels(const char *what, unsigned id, int sts, pmLabelSet *s)
{
	int i, j;
	printf("labels %s %08x %d\n", what, id, sts);
	for (i = 0; i < sts; i++) {
		printf(" set %d %d %.*s\n", s[i].inst, s[i].nlabels, (int)s[i].jsonlen, s[i].json ? s[i].json : "");
		for (j = 0; j < s[i].nlabels; j++) {
			pmLabel *l = &s[i].labels[j];
			printf("  %.*s=%.*s %02x\n", l->namelen, s[i].json + l->name, l->valuelen,
			       s[i].json + l->value, l->flags);
		}
	}
	if (sts > 0)
		pmFreeLabelSets(s, sts);
}

#define LABELS(what, id, call) do { \
	pmLabelSet *s = NULL; \
	int sts = call; \
	print_labels(what, id, sts, s); \
} while (0)

static void do_labels(void)
{
	pmInDom *list;
	int i, n = list_indoms(&list);
	LABELS("context", -1, pmGetContextLabels(&s));
	for (i = 0; i < nall; i++) {
		LABELS("item", all[i], pmGetItemLabels(all[i], &s));
		LABELS("cluster", all[i], pmGetClusterLabels(all[i], &s));
		LABELS("domain", pmID_domain(all[i]), pmGetDomainLabels(pmID_domain(all[i]), &s));
	}
	for (i = 0; i < n; i++) {
		LABELS("indom", list[i], pmGetInDomLabels(list[i], &s));
		LABELS("instances", list[i], pmGetInstancesLabels(list[i], &s));
	}
	free(list);
}

static void set_mode(void)
{
	int sts = pmSetModeHighRes(mode_mode, mode_null ? NULL : &mode_when, &mode_delta);
	if (sts < 0)
		code("mode", sts);
}

static void do_mode(char *line)
{
	long s, ns, ds, dns;
	if (sscanf(line, "%d %ld %ld %ld %ld", &mode_mode, &s, &ns, &ds, &dns) < 5)
		return;
	mode_null = s == -1;
	mode_when.tv_sec = s;
	mode_when.tv_nsec = ns;
	mode_delta.tv_sec = ds;
	mode_delta.tv_nsec = dns;
	set_mode();
}

static void print_block(pmValueBlock *b)
{
	int i, n = b->vlen - PM_VAL_HDR_SIZE;
	printf(" %d/%d/", b->vtype, n);
	if (b->vtype == PM_TYPE_EVENT || b->vtype == PM_TYPE_HIGHRES_EVENT)
		return;
	if (b->vtype == PM_TYPE_64 || b->vtype == PM_TYPE_U64 || b->vtype == PM_TYPE_DOUBLE)
		for (i = 7; i >= 0; i--)
			printf("%02x", (unsigned char)b->vbuf[i]);
	else if (b->vtype == PM_TYPE_FLOAT)
		for (i = 3; i >= 0; i--)
			printf("%02x", (unsigned char)b->vbuf[i]);
	else
		for (i = 0; i < n; i++)
			printf("%02x", (unsigned char)b->vbuf[i]);
}

/* What the call returns is not printed: 1 the first time that a process asks for metrics
   of a domain and none has values, as if an archive had a pmcd that added an agent. */
static void print_result(pmHighResResult *r)
{
	int i, j;
	printf("result %ld.%09ld %d\n", (long)r->timestamp.tv_sec, (long)r->timestamp.tv_nsec, r->numpmid);
	for (i = 0; i < r->numpmid; i++) {
		pmValueSet *v = r->vset[i];
		printf(" %08x %d", v->pmid, v->numval);
		if (v->numval > 0)
			printf(" f%d", v->valfmt == PM_VAL_INSITU ? 0 : 1);
		for (j = 0; j < v->numval; j++) {
			printf(" %d=", v->vlist[j].inst);
			if (v->valfmt == PM_VAL_INSITU)
				printf("%08x", v->vlist[j].value.lval);
			else
				print_block(v->vlist[j].value.pval);
		}
		printf("\n");
	}
	pmFreeHighResResult(r);
}

static int fetch(int n, pmID *ids)
{
	pmHighResResult *r;
	int sts = pmFetchHighRes(n, ids, &r);
	if (sts < 0)
		code("fetch", sts);
	else
		print_result(r);
	return sts;
}

static void do_fetch(char *line)
{
	int n = 0, count, off = 0;
	char *p;
	pmID *ids = malloc((strlen(line) + 2) * sizeof ids[0]);
	sscanf(line, "%d %n", &count, &off);
	if (strcmp(line + off, "all") == 0) {
		ids = realloc(ids, (nall + 1) * sizeof ids[0]);
		memcpy(ids, all, nall * sizeof ids[0]);
		n = nall;
	} else
		for (p = strtok(line + off, " "); p; p = strtok(NULL, " "))
			ids[n++] = strtoul(p, NULL, 16);
	while (count-- > 0)
		if (fetch(n, ids) < 0)
			break;
	free(ids);
}

static void do_each(int count)
{
	int i, k;
	for (i = 0; i < nall; i++) {
		set_mode();
		for (k = 0; k < count; k++)
			if (fetch(1, &all[i]) < 0)
				break;
	}
}

static void do_record(int count)
{
	pmHighResResult *r;
	int sts;
	while (count-- > 0) {
		if ((sts = pmFetchHighResArchive(&r)) < 0) {
			code("record", sts);
			return;
		}
		print_result(r);
	}
}

static void do_profile(char *line)
{
	unsigned d;
	int off = 0, n = 0, ids[100], sts;
	char *p;
	sscanf(line + 2, "%x %n", &d, &off);
	for (p = strtok(line + 2 + off, " "); p && n < 100; p = strtok(NULL, " "))
		ids[n++] = atoi(p);
	sts = line[0] == '+' ? pmAddProfile(d, n, n ? ids : unused) : pmDelProfile(d, n, n ? ids : unused);
	printf("profile %d\n", sts);
}

static void command(char *line)
{
	char *arg = strchr(line, ' ');
	if (arg)
		*arg++ = '\0';
	else
		arg = "";
	if (strcmp(line, "open") == 0)
		do_open(arg);
	else if (strcmp(line, "say") == 0)
		puts(arg);
	else if (ctx < 0)
		return;
	else if (strcmp(line, "names") == 0)
		do_names();
	else if (strcmp(line, "children") == 0)
		do_children(arg);
	else if (strcmp(line, "lookup") == 0)
		do_lookup(arg);
	else if (strcmp(line, "descs") == 0)
		do_descs();
	else if (strcmp(line, "indoms") == 0)
		do_indoms();
	else if (strcmp(line, "inst") == 0)
		do_inst(arg);
	else if (strcmp(line, "texts") == 0)
		do_texts();
	else if (strcmp(line, "labels") == 0)
		do_labels();
	else if (strcmp(line, "mode") == 0)
		do_mode(arg);
	else if (strcmp(line, "profile") == 0)
		do_profile(arg);
	else if (strcmp(line, "fetch") == 0)
		do_fetch(arg);
	else if (strcmp(line, "each") == 0)
		do_each(atoi(arg));
	else if (strcmp(line, "record") == 0)
		do_record(atoi(arg));
	else if (strcmp(line, "dup") == 0)
		do_dup();
	else if (strcmp(line, "use") == 0)
		do_use(atoi(arg));
}

int main(void)
{
	static char line[1 << 20];
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = '\0';
		command(line);
		fflush(stdout);
	}
	return 0;
}
