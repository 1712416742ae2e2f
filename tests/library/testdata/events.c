/*
 * Unpacks the event records of an archive. Arguments: ARCHIVE
 */
#undef PMAPI_VERSION	/* results of high resolution are those of the release */
#include <pcp/pmapi.h>
#ifdef PMAPI_VERSION_4
typedef pmResult_v2 coarseResult;
#else
typedef pmResult coarseResult;
#endif

static void
print_set(pmValueSet *set, int type)
{
    pmAtomValue	atom;
    int		i, sts;

    printf("   %s %d:", pmIDStr(set->pmid), set->numval);
    for (i = 0; i < set->numval; i++) {
	printf(" %d=", set->vlist[i].inst);
	if (set->valfmt == PM_VAL_INSITU)
	    printf("%d", set->vlist[i].value.lval);
	else {
	    type = set->vlist[i].value.pval->vtype;
	    printf("%s/%d", pmTypeStr(type), set->vlist[i].value.pval->vlen - PM_VAL_HDR_SIZE);
	    if (type == PM_TYPE_AGGREGATE)
		continue;
	    sts = pmExtractValue(set->valfmt, &set->vlist[i], type, &atom, type);
	    printf("/%s", sts < 0 ? pmErrStr(sts) : pmAtomStr(&atom, type));
	}
    }
    printf("\n");
}

static void
print_records(pmValueSet *set, int i)
{
    coarseResult	**records;
    int			r, p, sts = pmUnpackEventRecords(set, i, &records);

    printf("  %d: %d\n", set->vlist[i].inst, sts);
    for (r = 0; r < sts; r++) {
	printf("  %ld.%06ld %d\n", (long)records[r]->timestamp.tv_sec, (long)records[r]->timestamp.tv_usec, records[r]->numpmid);
	for (p = 0; p < records[r]->numpmid; p++)
	    print_set(records[r]->vset[p], -1);
    }
    if (sts >= 0)
	pmFreeEventResult(records);
}

static void
print_highres(pmValueSet *set, int i)
{
    pmHighResResult	**records;
    int			r, p, sts = pmUnpackHighResEventRecords(set, i, &records);

    printf("  %d: %d\n", set->vlist[i].inst, sts);
    for (r = 0; r < sts; r++) {
	printf("  %ld.%09ld %d\n", (long)records[r]->timestamp.tv_sec, (long)records[r]->timestamp.tv_nsec, records[r]->numpmid);
	for (p = 0; p < records[r]->numpmid; p++)
	    print_set(records[r]->vset[p], -1);
    }
    if (sts >= 0)
	pmFreeHighResEventResult(records);
}

int
main(int argc, char **argv)
{
    pmResult	*rp;
    pmDesc	desc;
    int		i, j;

    if (pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0)
	return 1;
    while (pmFetchArchive(&rp) >= 0) {
	for (i = 0; i < rp->numpmid; i++) {
	    pmValueSet	*set = rp->vset[i];
	    if (pmLookupDesc(set->pmid, &desc) < 0)
		continue;
	    if (desc.type != PM_TYPE_EVENT && desc.type != PM_TYPE_HIGHRES_EVENT)
		continue;
	    printf("%s %d\n", pmIDStr(set->pmid), set->numval);
	    for (j = 0; j < set->numval; j++)
		if (desc.type == PM_TYPE_EVENT)
		    print_records(set, j);
		else
		    print_highres(set, j);
	}
	pmFreeResult(rp);
    }
    return 0;
}
