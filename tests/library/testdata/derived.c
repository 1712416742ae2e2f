/*
 * Defines a metric by an expression, for one context on an archive and for all,
 * prints the messages, and looks up the former. Arguments: ARCHIVE EXPRESSION
 */
#include <pcp/pmapi.h>

int
main(int argc, char **argv)
{
    char	*message = "";
    const char	*name = "x.own";
    pmID	pmid;
    pmDesc	desc;
    int		sts;

    if ((sts = pmNewContext(PM_CONTEXT_ARCHIVE, argv[1])) < 0) {
	printf("%s: %s\n", argv[1], pmErrStr(sts));
	return 1;
    }
    sts = pmAddDerivedMetric("x.own", argv[2], &message);
    printf("%d %s\n", sts, sts < 0 ? message : "");
    sts = pmLookupName(1, &name, &pmid);
    printf("name %d", sts);
    if (sts >= 0)
	printf(", descriptor %d", pmLookupDesc(pmid, &desc));
    printf("\n");
    fflush(stdout);
    sts = pmRegisterDerivedMetric("x.all", argv[2], &message);
    printf("%d %s\n", sts, sts < 0 ? message : "");
    return 0;
}
