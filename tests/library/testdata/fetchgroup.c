/*
 * Samples metrics of an archive by fetch groups: each value, and the rate of a
 * counter.
 * Arguments: ARCHIVE SECONDS COUNT METRIC...
 * With 0 seconds the records are replayed as they are.
 */
#include <pcp/pmapi.h>
#include <stdlib.h>

#define MAX 2000

struct column {
    int			inst[MAX];
    char		*name[MAX];
    pmAtomValue		value[MAX];
    int			sts[MAX];
    unsigned int	count;
    int			error, counter;
};

static int
extend(pmFG group, const char *metric, const char *scale, struct column *c)
{
    int		sts;

    c->error = 0;
    sts = pmExtendFetchGroup_indom(group, metric, scale, c->inst, c->name, c->value, PM_TYPE_DOUBLE, c->sts, MAX, &c->count, &c->error);
    if (sts < 0)
	printf("%s %s: error %d\n", metric, scale, sts);
    return sts;
}

static int
counter(const char *metric)
{
    pmID	pmid;
    pmDesc	desc;

    return pmLookupName(1, &metric, &pmid) == 1 && pmLookupDesc(pmid, &desc) >= 0 && desc.sem == PM_SEM_COUNTER;
}

int
main(int argc, char **argv)
{
    int			i, k, sts, n = argc - 4;
    struct column	*values = calloc(n, sizeof(*values)), *rates = calloc(n, sizeof(*rates));
    struct timeval	when;
    pmLogLabel		label;
    pmFG		group;

    if ((sts = pmCreateFetchGroup(&group, PM_CONTEXT_ARCHIVE, argv[1])) < 0) {
	printf("error %d\n", sts);
	return 0;
    }
    pmExtendFetchGroup_timestamp(group, &when);
    for (i = 0; i < n; i++) {
	sts = extend(group, argv[4 + i], "instant", &values[i]);
	if (extend(group, argv[4 + i], "rate", &rates[i]) < 0 || sts < 0)
	    return 0;
    }
    pmUseContext(pmGetFetchGroupContext(group));
    for (i = 0; i < n; i++)
	values[i].counter = counter(argv[4 + i]);
    pmGetArchiveLabel(&label);
    if (atoi(argv[2]) > 0)
	pmSetMode(PM_MODE_INTERP, &label.ll_start, atoi(argv[2]) * 1000);
    else
	pmSetMode(PM_MODE_FORW, &label.ll_start, 0);
    for (k = 0; k < atoi(argv[3]); k++) {
	if ((sts = pmFetchGroup(group)) < 0) {
	    printf("error %d\n", sts);
	    break;
	}
	printf("%ld.%06ld\n", (long)when.tv_sec, (long)when.tv_usec);
	for (i = 0; i < n; i++) {
	    int	j, r;
	    printf("%s %d", argv[4 + i], values[i].error);
	    for (j = 0; j < values[i].count; j++) {
		if (values[i].sts[j] < 0) {
		    printf(" %d:%d", values[i].inst[j], values[i].sts[j]);
		    continue;
		}
		printf(" %d[%s]=%.17g", values[i].inst[j], values[i].name[j] ? values[i].name[j] : "", values[i].value[j].d);
		for (r = 0; values[i].counter && r < rates[i].count; r++)
		    if (rates[i].inst[r] == values[i].inst[j] && rates[i].sts[r] >= 0)
			printf("+%.12g", rates[i].value[r].d);
	    }
	    printf("\n");
	}
    }
    pmDestroyFetchGroup(group);
    return 0;
}
