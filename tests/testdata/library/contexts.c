/*
 * Calls of libpcp that TestLibrary makes in Go as well: contexts that are
 * duplicated and connected again, sorting, settings, messages.
 * Arguments: HOST ARCHIVE
 */
#include <pcp/pmapi.h>
#include <stdlib.h>

static pmID
lookup(const char *name)
{
    pmID	id;
    int		sts = pmLookupName(1, &name, &id);

    if (sts < 0)
	printf("%s: %s\n", name, pmErrStr(sts));
    return id;
}

static void
instances(const char *what, pmID id)
{
    pmResult	*rp;
    int		i, sts = pmFetch(1, &id, &rp);

    printf("%s:", what);
    if (sts < 0) {
	printf(" %s\n", pmErrStr(sts));
	return;
    }
    for (i = 0; i < rp->vset[0]->numval; i++)
	printf(" %d", rp->vset[0]->vlist[i].inst);
    printf("\n");
    pmFreeResult(rp);
}

static void
stamp(const char *what, pmID id)
{
    pmResult	*rp;
    int		sts = pmFetch(1, &id, &rp);

    if (sts < 0) {
	printf("%s: %s\n", what, pmErrStr(sts));
	return;
    }
    printf("%s: %ld.%06ld, %d values\n", what, (long)rp->timestamp.tv_sec, (long)rp->timestamp.tv_usec, rp->vset[0]->numval);
    pmFreeResult(rp);
}

static void
live(const char *host)
{
    int		one, two, inst = 200, other = 400;
    pmID	id;
    pmDesc	desc;

    one = pmNewContext(PM_CONTEXT_HOST, host);
    id = lookup("sample.bin");
    pmLookupDesc(id, &desc);
    pmDelProfile(desc.indom, 0, NULL);
    pmAddProfile(desc.indom, 1, &inst);
    two = pmDupContext();
    /* the manual has the profile come along, but it does not */
    pmDelProfile(desc.indom, 0, NULL);
    pmAddProfile(desc.indom, 1, &inst);
    instances("duplicate", id);
    pmAddProfile(desc.indom, 1, &other);
    instances("duplicate, more", id);
    pmUseContext(one);
    instances("first", id);
    printf("reconnect: %d\n", pmReconnectContext(one) < 0);
    instances("reconnected", id);
    pmDestroyContext(one);
    pmUseContext(two);
    instances("duplicate, alone", id);
}

static void
replay(const char *name)
{
    int			one, two, i;
    pmLogLabel		label;
    pmID		id;

    one = pmNewContext(PM_CONTEXT_ARCHIVE, name);
    pmGetArchiveLabel(&label);
    id = lookup("kernel.all.load");
    pmSetMode(PM_MODE_INTERP, &label.ll_start, 30000);
    for (i = 0; i < 3; i++)
	stamp("replay", id);
    two = pmDupContext();
    for (i = 0; i < 2; i++)
	stamp("duplicate", id);
    pmUseContext(one);
    stamp("first", id);
    printf("reconnect: %d\n", pmReconnectContext(one) < 0);
    stamp("reconnected", id);
    pmUseContext(two);
    stamp("duplicate", id);
}

static void
sorted(void)
{
    static int	insts[] = { 30, -1, 7, 30, 2147483647, 0 };
    int		i, n = sizeof(insts)/sizeof(insts[0]);
    pmValueSet	*vset = malloc(sizeof(pmValueSet) + n * sizeof(pmValue));
    pmResult	result;

    memset(&result, 0, sizeof(result));
    result.numpmid = 1;
    result.vset[0] = vset;
    vset->numval = n;
    for (i = 0; i < n; i++)
	vset->vlist[i].inst = insts[i];
    pmSortInstances(&result);
    printf("sorted:");
    for (i = 0; i < n; i++)
	printf(" %d", vset->vlist[i].inst);
    printf("\n");
}

int
main(int argc, char **argv)
{
    static char	*settings[] = { "PCP_VAR_DIR", "PCP_BINADM_DIR", "PCP_LOG_DIR", "LIBRARY_TEST", "PCP_NOTHING" };
    int		i;

    live(argv[1]);
    replay(argv[2]);
    sorted();
    for (i = 0; i < sizeof(settings)/sizeof(settings[0]); i++) {
	char	*value = pmGetOptionalConfig(settings[i]);
	printf("%s: %s\n", settings[i], value ? value : "none");
    }
    pmprintf("one %d, ", 1);
    pmprintf("two %s\n", "2");
    pmflush();
    pmprintf("three\n");
    pmflush();
    pmflush();
    pmprintf("not flushed\n");
    return 0;
}
