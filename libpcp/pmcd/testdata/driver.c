/*
 * Prints what the genuine library makes of a pmcd's metrics, a line for each
 * fact, for TestAgainstGenuine to compare.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pcp/pmapi.h>

static char **names;
static int nnames;

static void
collect(const char *name)
{
	names = realloc(names, (nnames + 1) * sizeof(names[0]));
	names[nnames++] = strdup(name);
}

static void
hex(const void *bytes, int length)
{
	const unsigned char *b = bytes;

	while (length-- > 0)
		printf("%02x", *b++);
}

static void
text(const char *kind, unsigned int ident, int status, char *s)
{
	printf("%s %u %d ", kind, ident, status < 0 ? status : 0);
	if (status >= 0)
		hex(s, strlen(s));
	printf("\n");
}

static void
values(const char *name, const pmValueSet *v)
{
	printf("values %s %u %d", name, v->pmid, v->numval);
	for (int i = 0; i < v->numval; i++) {
		const pmValueBlock *b = v->vlist[i].value.pval;

		printf(" %d:", v->vlist[i].inst);
		if (v->valfmt == PM_VAL_INSITU)
			printf("%x", v->vlist[i].value.lval);
		else {
			printf("%d:", b->vtype);
			if (b->vtype == PM_TYPE_STRING || b->vtype == PM_TYPE_AGGREGATE)
				hex(b->vbuf, b->vlen - PM_VAL_HDR_SIZE);
			else
				printf("%d", b->vlen - PM_VAL_HDR_SIZE);
		}
	}
	printf("\n");
}

static void
labels(const char *class, unsigned int ident, int n, pmLabelSet *sets)
{
	printf("labels %s %u %d", class, ident, n);
	for (int i = 0; i < n; i++)
		printf(" %u:%d:%s", sets[i].inst, sets[i].nlabels, sets[i].json ? sets[i].json : "");
	printf("\n");
	if (n > 0)
		pmFreeLabelSets(sets, n);
}

static void
indom(pmInDom d)
{
	static pmInDom seen[1000];
	static int nseen;
	int n, *insts;
	char **insnames;
	pmLabelSet *sets = NULL;
	char *s;

	if (d == PM_INDOM_NULL)
		return;
	for (int i = 0; i < nseen; i++)
		if (seen[i] == d)
			return;
	seen[nseen++] = d;
	n = pmGetInDom(d, &insts, &insnames);
	printf("instances %u %d", d, n);
	for (int i = 0; i < n; i++)
		printf(" %d:%s", insts[i], insnames[i]);
	printf("\n");
	n = pmLookupInDomText(d, PM_TEXT_HELP, &s);
	text("indomtext", d, n, s);
	n = pmGetInDomLabels(d, &sets);
	labels("indom", d, n, sets);
	n = pmGetInstancesLabels(d, &sets);
	labels("instances", d, n, sets);
}

int
main(int argc, char **argv)
{
	pmID *ids;
	pmDesc desc;
	pmResult *r;
	int status;
	char *s;

	if ((status = pmNewContext(PM_CONTEXT_HOST, argv[1])) < 0) {
		fprintf(stderr, "pmNewContext: %s\n", pmErrStr(status));
		return 1;
	}
	pmTraversePMNS("", collect);
	ids = calloc(nnames, sizeof(ids[0]));
	if ((status = pmLookupName(nnames, (const char **)names, ids)) < 0) {
		fprintf(stderr, "pmLookupName: %s\n", pmErrStr(status));
		return 1;
	}
	if ((status = pmFetch(nnames, ids, &r)) < 0) {
		fprintf(stderr, "pmFetch: %s\n", pmErrStr(status));
		return 1;
	}
	for (int i = 0; i < nnames; i++) {
		printf("name %s %u\n", names[i], ids[i]);
		if ((status = pmLookupDesc(ids[i], &desc)) < 0)
			printf("desc %s %d\n", names[i], status);
		else {
			printf("desc %s 0 %u %d %u %d %s\n", names[i], desc.pmid, desc.type,
			       desc.indom, desc.sem, pmUnitsStr(&desc.units));
			indom(desc.indom);
		}
		status = pmLookupText(ids[i], PM_TEXT_ONELINE, &s);
		text("oneline", ids[i], status, s);
		status = pmLookupText(ids[i], PM_TEXT_HELP, &s);
		text("help", ids[i], status, s);
		values(names[i], r->vset[i]);
	}
	printf("host %s\n", pmGetContextHostName(0));
	return 0;
}
