/*
 * Creates files of metrics, one for each line of the input, and prints why not:
 *
 *	CLUSTER ITEM TYPE SEMANTICS NAMELENGTH DOMAIN SERIAL INSTANCES HELPLENGTH
 *
 * of one metric, of a domain or -1, and one instance domain with these instances,
 * or none if its serial number is -1.
 */
#include <pcp/pmapi.h>
#include <pcp/mmv_stats.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *
text(int length)
{
    char	*s = malloc(length + 1);

    memset(s, 'x', length);
    s[length] = '\0';
    return s;
}

int
main(void)
{
    int			cluster, item, type, sem, name, domain, serial, count, help, i;
    mmv_instances2_t	*instances;
    mmv_indom2_t	indom;
    mmv_metric2_t	metric;
    void		*handle;

    while (scanf("%d %d %d %d %d %d %d %d %d", &cluster, &item, &type, &sem, &name, &domain, &serial, &count, &help) == 9) {
	memset(&indom, 0, sizeof(indom));
	memset(&metric, 0, sizeof(metric));
	instances = calloc(count + 1, sizeof(*instances));
	for (i = 0; i < count; i++) {
	    instances[i].internal = i;
	    instances[i].external = text(i + 1);
	}
	indom.serial = serial;
	indom.count = count;
	indom.instances = instances;
	metric.name = text(name);
	metric.item = item;
	metric.type = type;
	metric.semantics = sem;
	metric.indom = domain;
	metric.helptext = text(help);
	handle = mmv_stats2_init("pair", cluster, 0, &metric, 1, &indom, serial < 0 ? 0 : 1);
	printf("%d\n", handle ? 0 : -errno);
	if (handle)
	    mmv_stats_stop("pair", handle);
    }
    return 0;
}
