/*
 * Makes calls that fail, and some like them that do not, and prints what they
 * return. Arguments: host|archive NAME
 */
#include <pcp/pmapi.h>
#include <stdlib.h>
#include <string.h>

static int	ids[10], *instances;
static char	**names, *name;
static pmResult	*result;

static void
say(const char *what, int sts)
{
    printf("%s: %d\n", what, sts);
}

static pmID
lookup(const char *name)
{
    pmID	pmid = PM_ID_NULL;

    pmLookupName(1, &name, &pmid);
    return pmid;
}

static void
visit(const char *name)
{
}

static void
labels(const char *what, int sts, pmLabelSet *sets)
{
    printf("labels %s: %d\n", what, sts < 0 ? sts : 0);
}

static void
store(const char *what, pmID pmid, int numval, int inst, int valfmt, int value)
{
    pmValueSet		set;
    pmResult		r;

    memset(&r, 0, sizeof(r));
    r.numpmid = 1;
    r.vset[0] = &set;
    set.pmid = pmid;
    set.numval = numval;
    set.valfmt = valfmt;
    set.vlist[0].inst = inst;
    set.vlist[0].value.lval = value;
    printf("store %s: %d\n", what, pmStore(&r));
}

static void
mode(int mode, int sec, int delta)
{
    struct timeval	when = { sec, 0 };

    printf("mode %d %d %d: %d\n", mode, sec, delta, pmSetMode(mode, &when, delta));
}

int
main(int argc, char **argv)
{
    int			live = strcmp(argv[1], "host") == 0;
    pmID		bin, one, unknown = pmID_build(29, 77, 1), nobody = pmID_build(499, 1, 1), null = PM_ID_NULL;
    pmInDom		bins, nodom = pmInDom_build(29, 4000), nobodys = pmInDom_build(499, 1);
    pmDesc		desc;
    pmLogLabel		label;
    struct timeval	end;
    pmLabelSet		*sets;
    pmID		list[3];
    const char		*three[] = { "sample.bin", "nosuch.x", "sample" };
    int			sts;

    setvbuf(stdout, NULL, _IOLBF, 0);
    sts = pmNewContext(live ? PM_CONTEXT_HOST : PM_CONTEXT_ARCHIVE, argv[2]);
    if (sts < 0) {
	say("context", sts);
	return 1;
    }
    bin = lookup("sample.bin");
    one = lookup(live ? "sample.long.write_me" : "sample.drift");
    pmLookupDesc(bin, &desc);
    bins = desc.indom;

    say("names", pmLookupName(3, three, list));
    say("no name", pmLookupName(1, &three[1], list));
    say("inner node", pmLookupName(1, &three[2], list));
    say("name", pmNameID(bin, &name));
    say("name of unknown", pmNameID(unknown, &name));
    say("name of nobody's", pmNameID(nobody, &name));
    say("name of null", pmNameID(null, &name));
    say("names of unknown", pmNameAll(unknown, &names));
    say("children of leaf", pmGetChildren("sample.bin", &names));
    say("children of unknown", pmGetChildren("nosuch", &names));
    say("children of inner", pmGetChildren("sample.nosuch", &names));
    say("traverse leaf", pmTraversePMNS("sample.bin", visit));
    say("traverse unknown", pmTraversePMNS("nosuch", visit));
    say("desc", pmLookupDesc(bin, &desc));
    say("desc of unknown", pmLookupDesc(unknown, &desc));
    say("desc of nobody's", pmLookupDesc(nobody, &desc));
    say("desc of null", pmLookupDesc(null, &desc));
    say("instances of unknown", pmGetInDom(nodom, &instances, &names));
    say("instances of nobody's", pmGetInDom(nobodys, &instances, &names));
    say("instances of null", pmGetInDom(PM_INDOM_NULL, &instances, &names));
    say("instance", pmLookupInDom(bins, "bin-300"));
    say("instance unknown", pmLookupInDom(bins, "nosuch"));
    say("instance of unknown", pmLookupInDom(nodom, "bin-300"));
    say("instance of null", pmLookupInDom(PM_INDOM_NULL, "bin-300"));
    say("instance name", pmNameInDom(bins, 300, &name));
    say("instance name unknown", pmNameInDom(bins, 301, &name));
    say("instance name of unknown", pmNameInDom(nodom, 300, &name));
    say("instance name of null", pmNameInDom(PM_INDOM_NULL, 300, &name));
    say("archive instances", pmGetInDomArchive(bins, &instances, &names));
    say("archive instances of unknown", pmGetInDomArchive(nodom, &instances, &names));
    say("archive instances of null", pmGetInDomArchive(PM_INDOM_NULL, &instances, &names));
    say("archive instance", pmLookupInDomArchive(bins, "bin-300"));
    say("archive instance unknown", pmLookupInDomArchive(bins, "nosuch"));
    say("archive instance of null", pmLookupInDomArchive(PM_INDOM_NULL, "bin-300"));
    say("archive instance name", pmNameInDomArchive(bins, 300, &name));
    say("archive instance name unknown", pmNameInDomArchive(bins, 301, &name));
    say("archive instance name of null", pmNameInDomArchive(PM_INDOM_NULL, 300, &name));
    say("text of unknown", pmLookupText(unknown, PM_TEXT_ONELINE, &name));
    say("text of nobody's", pmLookupText(nobody, PM_TEXT_ONELINE, &name));
    say("text of null", pmLookupText(null, PM_TEXT_HELP, &name));
    say("text of unknown indom", pmLookupInDomText(nodom, PM_TEXT_ONELINE, &name));
    say("text of nobody's indom", pmLookupInDomText(nobodys, PM_TEXT_HELP, &name));
    say("text of null indom", pmLookupInDomText(PM_INDOM_NULL, PM_TEXT_HELP, &name));
    labels("of context", pmGetContextLabels(&sets), sets);
    labels("of domain", pmGetDomainLabels(29, &sets), sets);
    labels("of unknown domain", pmGetDomainLabels(499, &sets), sets);
    labels("of indom", pmGetInDomLabels(bins, &sets), sets);
    labels("of unknown indom", pmGetInDomLabels(nodom, &sets), sets);
    labels("of null indom", pmGetInDomLabels(PM_INDOM_NULL, &sets), sets);
    labels("of cluster", pmGetClusterLabels(bin, &sets), sets);
    labels("of item", pmGetItemLabels(bin, &sets), sets);
    labels("of unknown item", pmGetItemLabels(unknown, &sets), sets);
    labels("of nobody's item", pmGetItemLabels(nobody, &sets), sets);
    labels("of instances", pmGetInstancesLabels(bins, &sets), sets);
    labels("of unknown instances", pmGetInstancesLabels(nodom, &sets), sets);
    labels("of null instances", pmGetInstancesLabels(PM_INDOM_NULL, &sets), sets);
    ids[0] = 300;
    say("add", pmAddProfile(bins, 1, ids));
    say("add all", pmAddProfile(PM_INDOM_NULL, 0, NULL));
    say("add some of all", pmAddProfile(PM_INDOM_NULL, 1, ids));
    say("del some of all", pmDelProfile(PM_INDOM_NULL, 1, ids));
    say("del of unknown", pmDelProfile(nodom, 1, ids));
    say("del all", pmDelProfile(PM_INDOM_NULL, 0, NULL));
    say("add all again", pmAddProfile(PM_INDOM_NULL, 0, NULL));
    mode(PM_MODE_LIVE, 0, 0);
    mode(PM_MODE_INTERP, 902428475, 1000);
    mode(PM_MODE_FORW, 902428475, 0);
    mode(PM_MODE_BACK, 902428475, 0);
    mode(17, 902428475, 0);
    mode(-1, 902428475, 0);
    mode(live ? PM_MODE_LIVE : PM_MODE_FORW, 0, 0);
    say("label", pmGetArchiveLabel(&label));
    say("end", pmGetArchiveEnd(&end));
    say("record", pmFetchArchive(&result));
    say("fetch nothing", pmFetch(0, &bin, &result));
    store("value", one, 1, PM_IN_NULL, PM_VAL_INSITU, 7);
    store("no values", one, 0, PM_IN_NULL, PM_VAL_INSITU, 7);
    store("negative values", one, -1, PM_IN_NULL, PM_VAL_INSITU, 7);
    store("unknown", unknown, 1, PM_IN_NULL, PM_VAL_INSITU, 7);
    store("nobody's", nobody, 1, PM_IN_NULL, PM_VAL_INSITU, 7);
    store("an instance of a singular metric", one, 1, 3, PM_VAL_INSITU, 7);
    store("instance", bin, 1, 300, PM_VAL_INSITU, 300);
    store("unknown instance", bin, 1, 301, PM_VAL_INSITU, 7);
    store("no instance", bin, 1, PM_IN_NULL, PM_VAL_INSITU, 7);
    store("read-only", lookup(live ? "sample.long.one" : "sample.seconds"), 1, PM_IN_NULL, PM_VAL_INSITU, 7);
    store("a word of a string", lookup(live ? "sample.string.write_me" : "sample.colour"), 1, PM_IN_NULL, PM_VAL_INSITU, 7);
    return 0;
}
