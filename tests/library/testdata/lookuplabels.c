/*
 * Merges the labels of metrics of an archive, and of their first instances, as
 * they are at its end.
 * Arguments: ARCHIVE METRIC...
 */
#include <pcp/pmapi.h>

static void
show(pmLabelSet **sets, int n)
{
    static char	text[PM_MAXLABELJSONLEN];
    int		sts = pmMergeLabelSets(sets, n, text, sizeof(text), NULL, NULL);

    if (sts < 0)
	printf("error %d\n", sts);
    else
	printf("%.*s\n", sts, text);
}

int
main(int argc, char **argv)
{
    int			i, n;
    struct timeval	end;

    pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]);
    pmGetArchiveEnd(&end);
    pmSetMode(PM_MODE_BACK, &end, 0);
    for (i = 2; i < argc; i++) {
	const char	*name = argv[i];
	pmLabelSet	*all[10], *sets = NULL, *own = NULL;
	pmDesc		desc;
	pmID		pmid;
	int		j;

	printf("%s ", name);
	if ((n = pmLookupName(1, &name, &pmid)) < 0 || (n = pmLookupDesc(pmid, &desc)) < 0 || (n = pmLookupLabels(pmid, &sets)) < 0) {
	    printf("error %d\n", n);
	    continue;
	}
	for (j = 0; j < n; j++)
	    all[j] = &sets[j];
	show(all, n);
	if (desc.indom != PM_INDOM_NULL && pmGetInstancesLabels(desc.indom, &own) > 0) {
	    all[n] = own;
	    printf("%s %d ", name, own->inst);
	    show(all, n + 1);
	}
    }
    return 0;
}
