/*
 * Writes an archive with libpcp_import, whose header is in a package of its own.
 * Arguments: BASE VERSION
 */
#include <pcp/pmapi.h>
#include <stdlib.h>

extern int pmiStart(const char *, int);
extern int pmiSetHostname(const char *);
extern int pmiSetTimezone(const char *);
extern int pmiSetVersion(int);
extern int pmiAddMetric(const char *, pmID, int, pmInDom, int, pmUnits);
extern int pmiAddInstance(pmInDom, const char *, int);
extern int pmiPutValue(const char *, const char *, const char *);
extern int pmiPutText(unsigned int, unsigned int, unsigned int, const char *);
extern int pmiPutLabel(unsigned int, unsigned int, unsigned int, const char *, const char *);
extern int pmiWrite(int, int);
extern int pmiPutMark(void);
extern int pmiEnd(void);

static void
check(int line, int sts)
{
    if (sts < 0) {
	fprintf(stderr, "line %d: error %d\n", line, sts);
	exit(1);
    }
}

#define CHECK(call) check(__LINE__, call)

int
main(int argc, char **argv)
{
    pmInDom	disks = pmInDom_build(245, 1);
    pmID	reads = pmID_build(245, 0, 1), load = pmID_build(245, 0, 2), state = pmID_build(245, 0, 3), total = pmID_build(245, 1, 0);
    pmUnits	none = { 0 }, count = { .dimCount = 1 }, kbytes = { .dimSpace = 1, .scaleSpace = PM_SPACE_KBYTE };
    int		i;
    char	text[20];

    CHECK(pmiStart(argv[1], 0));
    CHECK(pmiSetHostname("host.example.com"));
    CHECK(pmiSetTimezone("UTC"));
    CHECK(pmiSetVersion(atoi(argv[2])));
    CHECK(pmiAddMetric("imported.disk.reads", reads, PM_TYPE_U32, disks, PM_SEM_COUNTER, count));
    CHECK(pmiAddMetric("imported.load", load, PM_TYPE_DOUBLE, PM_INDOM_NULL, PM_SEM_INSTANT, none));
    CHECK(pmiAddMetric("imported.state", state, PM_TYPE_STRING, PM_INDOM_NULL, PM_SEM_DISCRETE, none));
    CHECK(pmiAddMetric("imported.total", total, PM_TYPE_U64, PM_INDOM_NULL, PM_SEM_COUNTER, kbytes));
    CHECK(pmiAddInstance(disks, "sda first disk", 3));
    CHECK(pmiAddInstance(disks, "sdb", 5));
    CHECK(pmiPutText(PM_TEXT_PMID, PM_TEXT_ONELINE, reads, "reads of disks"));
    CHECK(pmiPutText(PM_TEXT_PMID, PM_TEXT_HELP, reads, "reads of disks,\nin two lines"));
    CHECK(pmiPutText(PM_TEXT_INDOM, PM_TEXT_ONELINE, disks, "the disks"));
    CHECK(pmiPutLabel(PM_LABEL_CONTEXT, 0, PM_IN_NULL, "site", "here"));
    CHECK(pmiPutLabel(PM_LABEL_ITEM, reads, PM_IN_NULL, "kind", "disk"));
    CHECK(pmiPutLabel(PM_LABEL_INSTANCES, disks, 3, "model", "x"));
    CHECK(pmiPutLabel(PM_LABEL_INSTANCES, disks, 5, "model", "17"));
    for (i = 0; i < 6; i++) {
	if (i == 3) {
	    CHECK(pmiAddInstance(disks, "sdc", 1));
	    CHECK(pmiPutMark());
	}
	pmsprintf(text, sizeof(text), "%d", 1000 * i);
	CHECK(pmiPutValue("imported.disk.reads", "sda first disk", text));
	if (i != 1)
	    CHECK(pmiPutValue("imported.disk.reads", "sdb", "4294967295"));
	if (i >= 3)
	    CHECK(pmiPutValue("imported.disk.reads", "sdc", "7"));
	if (i % 2 == 0)
	    CHECK(pmiPutValue("imported.load", "", "0.25"));
	if (i == 0 || i == 4)
	    CHECK(pmiPutValue("imported.state", "", i ? "" : "up and running"));
	CHECK(pmiPutValue("imported.total", "", "18446744073709551615"));
	CHECK(pmiWrite(1500000000 + 10 * i, 250000 * (i % 3)));
    }
    CHECK(pmiEnd());
    return 0;
}
