/*
 * Writes files of memory mapped values with the genuine library, one for each
 * version of the format and each flag, below $PCP_TMP_DIR/mmv.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pcp/pmapi.h>
#include <pcp/mmv_stats.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof(a[0])))
#define LONG "a.name.that.takes.more.than.the.sixty.three.characters.of.the.first.version"
#define LONGER "an instance whose name takes more than the sixty-three characters of version 1"

static mmv_instances_t fruit[] = {{30, "apples"}, {10, "pears"}, {20, "bananas from afar"}};
static mmv_instances_t colours[] = {{0, "red"}, {1, "blue"}};
static mmv_indom_t indoms[] = {
	{7, COUNT(fruit), fruit, "kinds of fruit", "What the shop has."},
	{9, COUNT(colours), colours, NULL, NULL},
};

#define COLUMNS(name, type, sem, units, indom) name, __COUNTER__ + 1, type, sem, units, indom
static mmv_metric_t metrics[] = {
	{COLUMNS("number.i32", MMV_TYPE_I32, MMV_SEM_INSTANT, MMV_UNITS(0, 0, 0, 0, 0, 0), 0), "one line", "and\nmore"},
	{COLUMNS("number.u32", MMV_TYPE_U32, MMV_SEM_COUNTER, MMV_UNITS(0, 0, 1, 0, 0, 0), 0), "one line", NULL},
	{COLUMNS("number.i64", MMV_TYPE_I64, MMV_SEM_DISCRETE, MMV_UNITS(1, -1, 0, 1, 3, 0), 0), NULL, "only more"},
	{COLUMNS("number.u64", MMV_TYPE_U64, MMV_SEM_COUNTER, MMV_UNITS(1, 0, 0, 2, 0, 0), 7), "", ""},
	{COLUMNS("number.float", MMV_TYPE_FLOAT, MMV_SEM_INSTANT, MMV_UNITS(0, 0, 0, 0, 0, 0), 9), "f", "g"},
	{COLUMNS("number.double", MMV_TYPE_DOUBLE, MMV_SEM_INSTANT, MMV_UNITS(0, 1, 0, 0, 3, 0), MMV_INDOM_NULL), NULL, NULL},
	{COLUMNS("text.one", MMV_TYPE_STRING, MMV_SEM_DISCRETE, MMV_UNITS(0, 0, 0, 0, 0, 0), 0), NULL, NULL},
	{COLUMNS("text.many", MMV_TYPE_STRING, MMV_SEM_DISCRETE, MMV_UNITS(0, 0, 0, 0, 0, 0), 7), NULL, NULL},
	{COLUMNS("time", MMV_TYPE_ELAPSED, MMV_SEM_INSTANT, MMV_UNITS(0, 0, 0, 0, 0, 0), 0), NULL, NULL},
	{COLUMNS("none", MMV_TYPE_NOSUPPORT, MMV_SEM_INSTANT, MMV_UNITS(0, 0, 0, 0, 0, 0), 0), "not there", NULL},
};

static void
fill(void *map)
{
	char text[300];

	memset(text, 'x', sizeof(text));
	mmv_stats_set(map, "number.i32", NULL, -7);
	mmv_stats_set(map, "number.u32", NULL, 4000000000.);
	mmv_stats_set(map, "number.i64", NULL, -5e15);
	mmv_stats_inc(map, "number.u64", "pears");
	mmv_stats_add(map, "number.u64", "bananas from afar", 1e15);
	mmv_stats_set(map, "number.float", "blue", 0.1);
	mmv_stats_set(map, "number.double", NULL, 2.5e-10);
	mmv_stats_set_string(map, "text.one", NULL, "say \"hello\"");
	mmv_stats_set_strlen(map, "text.many", "apples", text, 254);
	mmv_stats_add(map, "time", NULL, 1234567);
}

static void
classic(const char *name, int cluster, mmv_stats_flags_t flags)
{
	void *map = mmv_stats_init(name, cluster, flags, metrics, COUNT(metrics), indoms, COUNT(indoms));

	if (map)
		fill(map);
	else
		perror(name);
}

static void
second(const char *name, int cluster)
{
	mmv_instances2_t long_fruit[] = {{1, LONGER}, {2, "plums"}};
	mmv_indom2_t long_indoms[] = {{7, COUNT(long_fruit), long_fruit, "fruit", "More of them."}};
	mmv_metric2_t long_metrics[] = {
		{LONG, 1, MMV_TYPE_U64, MMV_SEM_COUNTER, MMV_UNITS(0, 0, 1, 0, 0, 0), 7, "long", "long indeed"},
		{"short", 2, MMV_TYPE_STRING, MMV_SEM_INSTANT, MMV_UNITS(0, 0, 0, 0, 0, 0), 7, NULL, NULL},
	};
	void *map = mmv_stats2_init(name, cluster, 0, long_metrics, COUNT(long_metrics), long_indoms, COUNT(long_indoms));

	if (!map) {
		perror(name);
		return;
	}
	mmv_stats_inc(map, LONG, LONGER);
	mmv_stats_set_string(map, "short", "plums", "plum");
}

static void
labelled(const char *name, int cluster, mmv_stats_flags_t flags)
{
	mmv_registry_t *r = mmv_stats_registry(name, cluster, flags);
	pmUnits none = MMV_UNITS(0, 0, 0, 0, 0, 0);
	void *map;

	mmv_stats_add_indom(r, 3, "one line", "and more");
	mmv_stats_add_instance(r, 3, 0, "north");
	mmv_stats_add_instance(r, 3, 1, "south");
	mmv_stats_add_metric(r, "a", 1, MMV_TYPE_U32, MMV_SEM_INSTANT, none, 3, "one", "more");
	mmv_stats_add_metric(r, "b", 2, MMV_TYPE_DOUBLE, MMV_SEM_INSTANT, none, 0, "", "");
	mmv_stats_add_registry_label(r, "text", "a word", MMV_STRING_TYPE, 0);
	mmv_stats_add_registry_label(r, "list", "[1,\"two\"]", MMV_ARRAY_TYPE, 0);
	mmv_stats_add_registry_label(r, "note", "true", MMV_BOOLEAN_TYPE, 1);
	mmv_stats_add_indom_label(r, 3, "side", "\"both\"", MMV_STRING_TYPE, 0);
	mmv_stats_add_metric_label(r, 1, "number", "-2.5", MMV_NUMBER_TYPE, 0);
	mmv_stats_add_metric_label(r, 2, "map", "{\"k\":1}", MMV_MAP_TYPE, 1);
	if ((map = mmv_stats_start(r)) == NULL) {
		perror(name);
		return;
	}
	mmv_stats_set(map, "a", "south", 42);
	mmv_stats_set(map, "b", NULL, 0.5);
}

int
main(void)
{
	classic("one", 321, 0);
	classic("any", 0, 0);
	classic("any.other", 0, MMV_FLAG_SENTINEL);
	classic("bare", 400, MMV_FLAG_NOPREFIX);
	classic("bare2", 401, MMV_FLAG_NOPREFIX);
	classic("orphan", 402, MMV_FLAG_PROCESS);
	classic("not-a-name", 403, 0);
	second("two", 4095);
	second("two.again", 4095);
	labelled("three", 77, 0);
	labelled("three.sentinel", 77, MMV_FLAG_SENTINEL);
	return 0;
}
