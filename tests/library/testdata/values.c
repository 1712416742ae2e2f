/*
 * Converts and prints values, as each line of the input says:
 *
 *	units TEXT			pmParseUnitsStr, and pmUnitsStr of what it makes
 *	scale TYPE HEX UNITS UNITS	pmConvScale, with units as words in hex
 *	extract FORMAT TYPE TYPE HEX	pmExtractValue
 *	print FORMAT TYPE WIDTH HEX	pmPrintValue
 *
 * HEX are the bytes of a value, the highest first: those of a word for format 0, or
 * else of a block.
 */
#include <pcp/pmapi.h>
#include <stdlib.h>
#include <string.h>

static int
is_number(int type)
{
    return type >= PM_TYPE_32 && type <= PM_TYPE_DOUBLE;
}

/* bytes reads hex digits; numbers get the order of the machine. */
static int
bytes(const char *hex, int type, unsigned char *out)
{
    int		i, n = strlen(hex) / 2;

    for (i = 0; i < n; i++) {
	unsigned int	b;
	sscanf(hex + 2 * i, "%2x", &b);
	out[is_number(type) ? n - 1 - i : i] = b;
    }
    return n;
}

static pmUnits
units(const char *hex)
{
    unsigned int	u = strtoul(hex, NULL, 16);
    pmUnits		units;

    memcpy(&units, &u, sizeof(units));
    return units;
}

static void
put_atom(const pmAtomValue *a, int type)
{
    switch (type) {
	case PM_TYPE_32: printf("%d\n", a->l); break;
	case PM_TYPE_U32: printf("%u\n", a->ul); break;
	case PM_TYPE_64: printf("%lld\n", (long long)a->ll); break;
	case PM_TYPE_U64: printf("%llu\n", (unsigned long long)a->ull); break;
	case PM_TYPE_FLOAT: printf("%.9g\n", a->f); break;
	case PM_TYPE_DOUBLE: printf("%.17g\n", a->d); break;
	case PM_TYPE_STRING: printf("\"%s\"\n", a->cp); break;
	default: printf("%d bytes\n", a->vbp->vlen - PM_VAL_HDR_SIZE);
    }
}

static void
read_value(pmValue *v, int format, int type, const char *hex)
{
    unsigned char	*data = calloc(1, strlen(hex) + 16);
    int			n = bytes(hex, format == PM_VAL_INSITU ? PM_TYPE_U32 : type, data);

    v->inst = PM_IN_NULL;
    if (format == PM_VAL_INSITU) {
	memcpy(&v->value.lval, data, 4);
	return;
    }
    v->value.pval = calloc(1, n + 64);
    v->value.pval->vtype = type;
    v->value.pval->vlen = n + PM_VAL_HDR_SIZE;
    memcpy(v->value.pval->vbuf, data, n);
}

int
main(void)
{
    static char		line[1<<16], a[1<<16], b[100], c[100];

    while (fgets(line, sizeof(line), stdin) != NULL) {
	int		format, type, other, sts;
	pmAtomValue	in, out;
	pmValue		v;

	line[strcspn(line, "\n")] = '\0';
	memset(&in, 0, sizeof(in));
	memset(&out, 0, sizeof(out));
	a[0] = '\0';
	if (strncmp(line, "units ", 6) == 0) {
	    pmUnits		u;
	    double		multiplier;
	    char		*message;
	    unsigned int	word;

	    if ((sts = pmParseUnitsStr(line + 6, &u, &multiplier, &message)) < 0) {
		printf("%d %s\n", sts, message);
		continue;
	    }
	    memcpy(&word, &u, sizeof(word));
	    printf("%08x %.17g \"%s\"\n", word, multiplier, pmUnitsStr(&u));
	}
	else if (sscanf(line, "scale %d %s %s %s", &type, a, b, c) == 4) {
	    pmUnits	from = units(b), to = units(c);
	    bytes(a, type, (unsigned char *)&in);
	    if ((sts = pmConvScale(type, &in, &from, &out, &to)) < 0)
		printf("%d\n", sts);
	    else
		put_atom(&out, type);
	}
	else if (sscanf(line, "extract %d %d %d %s", &format, &type, &other, a) >= 3) {
	    read_value(&v, format, type, a);
	    if ((sts = pmExtractValue(format, &v, type, &out, other)) < 0)
		printf("%d\n", sts);
	    else
		put_atom(&out, other);
	}
	else if (sscanf(line, "print %d %d %d %s", &format, &type, &other, a) >= 3) {
	    read_value(&v, format, type, a);
	    printf("<");
	    pmPrintValue(stdout, format, type, &v, other);
	    printf(">\n");
	}
    }
    return 0;
}
