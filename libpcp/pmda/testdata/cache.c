/*
 * Cache does with the instance cache of 251.1 what its arguments say, one by
 * one, and prints the results. An argument is an operation, and what it is for
 * behind colons.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pcp/pmapi.h>
#include <pcp/pmda.h>

static int
whole(pmInDom d, const char *op)
{
    if (!strcmp(op, "load")) return pmdaCacheOp(d, PMDA_CACHE_LOAD);
    if (!strcmp(op, "save")) return pmdaCacheOp(d, PMDA_CACHE_SAVE);
    if (!strcmp(op, "size")) return pmdaCacheOp(d, PMDA_CACHE_SIZE_ACTIVE);
    if (!strcmp(op, "hidden")) return pmdaCacheOp(d, PMDA_CACHE_SIZE_INACTIVE);
    exit(2);
}

int
main(int argc, char **argv)
{
    pmInDom d = pmInDom_build(251, 1);
    int i;

    for (i = 1; i < argc; i++) {
	char *op = strtok(argv[i], ":");
	char *name = strtok(NULL, ":"), *key = strtok(NULL, ":");
	int inst = -1, sts;

	if (!strcmp(op, "key"))
	    sts = pmdaCacheStoreKey(d, PMDA_CACHE_ADD, name, strlen(key), key, NULL);
	else if (!strcmp(op, "add"))
	    sts = pmdaCacheStore(d, PMDA_CACHE_ADD, name, NULL);
	else if (!strcmp(op, "hide"))
	    sts = pmdaCacheStore(d, PMDA_CACHE_HIDE, name, NULL);
	else if (!strcmp(op, "bykey"))
	    sts = pmdaCacheLookupKey(d, NULL, strlen(name), name, NULL, &inst, NULL);
	else if (!strcmp(op, "byname"))
	    sts = pmdaCacheLookupName(d, name, &inst, NULL);
	else if (!strcmp(op, "resize"))
	    sts = pmdaCacheResize(d, atoi(name));
	else if (!strcmp(op, "purge"))
	    sts = pmdaCachePurge(d, atoi(name));
	else
	    sts = whole(d, op);
	printf("%s %d %d\n", op, sts, inst);
    }
    return 0;
}
