/* The counterparts of twin in library.go, over libpcp (C). */
#include <pcp/pmapi.h>
#include <pcp/mmv_stats.h>

#define CHECK(what, sts) if ((sts) < 0) { fprintf(stderr, "%s: %s\n", what, pmErrStr(sts)); exit(1); }

static void fetch(const char *host)
{
    const char *names[] = { "sample.bin", "sample.colour", "sample.double.bin" };
    pmID ids[3];
    pmResult *r;
    int i;

    CHECK("context", pmNewContext(PM_CONTEXT_HOST, host));
    CHECK("names", pmLookupName(3, names, ids));
    for (i = 0; i < 5000; i++) {
	CHECK("fetch", pmFetch(3, ids, &r));
	pmFreeResult(r);
    }
}

static void records(const char *archive)
{
    pmResult *r;
    int sts, n = 0;

    CHECK("context", pmNewContext(PM_CONTEXT_ARCHIVE, archive));
    while ((sts = pmFetchArchive(&r)) >= 0) {
	n += r->numpmid;
	pmFreeResult(r);
    }
    if (sts != PM_ERR_EOL || n == 0)
	CHECK("records", sts);
}

static void stats(const char *name)
{
    static mmv_metric_t metrics[1000];
    int i;

    for (i = 0; i < 1000; i++) {
	snprintf(metrics[i].name, sizeof(metrics[i].name), "group%d.metric%d", i % 10, i);
	metrics[i].item = i;
	metrics[i].type = MMV_TYPE_U64;
	metrics[i].semantics = MMV_SEM_COUNTER;
	metrics[i].shorttext = "a metric";
    }
    for (i = 0; i < 200; i++) {
	void *addr = mmv_stats_init(name, 321, 0, metrics, 1000, NULL, 0);
	if (addr == NULL)
	    exit(1);
	mmv_stats_stop(name, addr);
    }
}

static void scale(void)
{
    pmUnits from = { 1, 0, 0, PM_SPACE_KBYTE }, to = { 1, 0, 0, PM_SPACE_MBYTE };
    pmAtomValue in, out;
    unsigned long long sum = 0;

    for (in.ull = 0; in.ull < 20000000; in.ull++) {
	CHECK("scale", pmConvScale(PM_TYPE_U64, &in, &from, &out, &to));
	sum += out.ull;
    }
    if (sum == 0)
	exit(1);
}

int main(int argc, char **argv)
{
    if (argc != 3)
	return 2;
    switch (argv[1][0]) {
    case 'f': fetch(argv[2]); break;
    case 'r': records(argv[2]); break;
    case 'm': stats(argv[2]); break;
    default: scale();
    }
    return 0;
}
