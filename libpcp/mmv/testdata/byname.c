/*
 * Byname makes a file of metrics and updates them by name, as the test of the
 * same name does.
 */
#include <pcp/pmapi.h>
#include <pcp/mmv_stats.h>

int
main(void)
{
    static const int types[] = {
	MMV_TYPE_I32, MMV_TYPE_U32, MMV_TYPE_I64, MMV_TYPE_U64, MMV_TYPE_FLOAT, MMV_TYPE_DOUBLE, MMV_TYPE_ELAPSED
    };
    static const char *names[] = { "i32", "u32", "i64", "u64", "float", "double", "elapsed" };
    mmv_registry_t *r = mmv_stats_registry("byname", 123, 0);
    pmUnits none = { 0 };
    void *map;
    int i;

    mmv_stats_add_indom(r, 1, NULL, NULL);
    mmv_stats_add_instance(r, 1, 0, "known");
    mmv_stats_add_instance(r, 1, 1, "other");
    for (i = 0; i < 7; i++)
	mmv_stats_add_metric(r, names[i], i + 1, types[i], MMV_SEM_INSTANT, none, 0, NULL, NULL);
    mmv_stats_add_metric(r, "text", 8, MMV_TYPE_STRING, MMV_SEM_INSTANT, none, 0, NULL, NULL);
    mmv_stats_add_metric(r, "many", 9, MMV_TYPE_U32, MMV_SEM_INSTANT, none, 1, NULL, NULL);
    if ((map = mmv_stats_start(r)) == NULL)
	return 1;
    for (i = 0; i < 7; i++) {
	mmv_stats_set(map, names[i], "", 40.75);
	mmv_stats_add(map, names[i], "", 5.5);
	mmv_stats_inc(map, names[i], "ignored");
    }
    mmv_stats_add(map, "i32", "", -100.9);
    mmv_stats_add(map, "i64", "", -1e15);
    mmv_stats_add(map, "u32", "", -2);
    mmv_stats_add(map, "u64", "", 1e15);
    mmv_stats_set_string(map, "text", "", "hello");
    mmv_stats_inc(map, "many", "known");
    mmv_stats_inc(map, "many", "unknown");
    mmv_stats_add_fallback(map, "many", "unknown", "other", 7);
    mmv_stats_inc_fallback(map, "many", "known", "other");
    mmv_stats_inc(map, "nothing", "");
    return 0;
}
