/*
 * Merges label sets: those of each line of the input, separated by tabs.
 */
#include <pcp/pmapi.h>
#include <string.h>

int
main(void)
{
    static char	line[1<<16], text[PM_MAXLABELJSONLEN];

    while (fgets(line, sizeof(line), stdin) != NULL) {
	char	*sets[10], *p;
	int	sts, n = 0;

	line[strcspn(line, "\n")] = '\0';
	for (p = strtok(line, "\t"); p != NULL && n < 10; p = strtok(NULL, "\t"))
	    sets[n++] = p;
	if ((sts = pmMergeLabels(sets, n, text, sizeof(text))) < 0)
	    printf("error %d\n", sts);
	else
	    printf("%.*s\n", sts, text);
    }
    return 0;
}
