/*
 * Samples a metric of an archive by a fetch group in units: values, or rates.
 * Arguments: ARCHIVE SECONDS COUNT METRIC UNITS
 */
#include <pcp/pmapi.h>
#include <stdlib.h>

#define MAX 2000

int
main(int argc, char **argv)
{
    int			k, j, sts, error = 0, inst[MAX], stss[MAX];
    char		*name[MAX];
    unsigned int	count = 0;
    pmAtomValue		value[MAX];
    pmLogLabel		label;
    pmFG		group;

    if ((sts = pmCreateFetchGroup(&group, PM_CONTEXT_ARCHIVE, argv[1])) < 0 ||
	(sts = pmExtendFetchGroup_indom(group, argv[4], argv[5], inst, name, value, PM_TYPE_DOUBLE, stss, MAX, &count, &error)) < 0) {
	printf("error %d\n", sts);
	return 0;
    }
    pmUseContext(pmGetFetchGroupContext(group));
    pmGetArchiveLabel(&label);
    pmSetMode(PM_MODE_INTERP, &label.ll_start, atoi(argv[2]) * 1000);
    for (k = 0; k < atoi(argv[3]); k++) {
	if ((sts = pmFetchGroup(group)) < 0) {
	    printf("error %d\n", sts);
	    break;
	}
	printf("%d", error);
	for (j = 0; j < count; j++)
	    if (stss[j] >= 0)
		printf(" %d=%.10g", inst[j], value[j].d);
	printf("\n");
    }
    return 0;
}
