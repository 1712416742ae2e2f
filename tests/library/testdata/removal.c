/*
 * Replays a list of archives, of which one is damaged. What libpcp (C) warns of is
 * printed with the rest.
 * Argument: LIST
 * Standard input, a call a line:
 *	mode MODE SECONDS MILLISECONDS
 *	record N
 *	fetch N PMID
 */
#include <pcp/pmapi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
show(int sts, pmResult *r)
{
    int		i;

    if (sts < 0) {
	printf("error %d\n", sts);
	return 0;
    }
    printf("%ld.%06ld", (long)r->timestamp.tv_sec, (long)r->timestamp.tv_usec);
    for (i = 0; i < r->numpmid; i++) {
	printf(" %d", r->vset[i]->numval);
	if (r->vset[i]->numval > 0)
	    printf("=%d", r->vset[i]->vlist[0].value.lval);
    }
    printf("\n");
    pmFreeResult(r);
    return 1;
}

int
main(int argc, char **argv)
{
    int			sts, a, b;
    unsigned int	id;
    char		line[100];
    pmResult		*r;

    setvbuf(stdout, NULL, _IONBF, 0);
    dup2(1, 2);
    if ((sts = pmNewContext(PM_CONTEXT_ARCHIVE, argv[1])) < 0) {
	printf("error %d\n", sts);
	return 0;
    }
    while (fgets(line, sizeof(line), stdin) != NULL) {
	struct timeval	when = { 0, 0 };
	long		sec;

	if (sscanf(line, "mode %d %ld %d", &a, &sec, &b) == 3) {
	    when.tv_sec = sec;
	    if ((sts = pmSetMode(a, &when, b)) < 0)
		printf("mode: error %d\n", sts);
	} else if (sscanf(line, "record %d", &a) == 1) {
	    while (a-- > 0) {
		sts = pmFetchArchive(&r);
		if (!show(sts, r))
		    break;
	    }
	} else if (sscanf(line, "fetch %d %u", &a, &id) == 2) {
	    pmID	pmid = id;

	    while (a-- > 0) {
		sts = pmFetch(1, &pmid, &r);
		if (!show(sts, r))
		    break;
	    }
	}
    }
    return 0;
}
