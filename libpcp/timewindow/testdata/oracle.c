/*
 * Answers questions about times with the genuine libpcp, one per line of
 * standard input, so that golden_test.go can record what it says.
 *
 * A question is a letter and its operands separated by tabs, with bytes written
 * as %XX where need be. Each is answered by a process of its own: mktime(3)
 * remembers. The clock stands still at NOW.
 *
 *   I text                                    an interval
 *   T zone start end text                     a point in time
 *   W zone first last start finish align origin   a window ("=text" or "-")
 *   Z zone time                               a local time
 *
 * A zone is =TZ to set TZ, or ~TZ to use pmNewZone. Times are
 * seconds.nanoseconds, "never" for no end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <pcp/pmapi.h>

#define NOW 1700000000
#define FIELDS 8

int __pmParseHighResTime(const char *, struct timespec *, struct timespec *,
			 struct timespec *, char **);

time_t time(time_t *t)
{
	if (t)
		*t = NOW;
	return NOW;
}

int gettimeofday(struct timeval *tv, void *tz)
{
	(void)tz;
	tv->tv_sec = NOW;
	tv->tv_usec = 0;
	return 0;
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
	(void)id;
	ts->tv_sec = NOW;
	ts->tv_nsec = 0;
	return 0;
}

static void unescape(char *s)
{
	char *to = s;

	for (; *s; s++) {
		char hex[3] = "";

		if (*s != '%') {
			*to++ = *s;
			continue;
		}
		hex[0] = s[1];
		hex[1] = s[2];
		*to++ = (char)strtol(hex, NULL, 16);
		s += 2;
	}
	*to = '\0';
}

static void print_escaped(const char *s)
{
	for (; *s; s++) {
		unsigned char c = *s;

		if (c <= ' ' || c == '%' || c >= 127)
			printf("%%%02X", c);
		else
			putchar(c);
	}
}

static void use_zone(const char *zone)
{
	if (*zone == '~')
		pmNewZone(zone + 1);
	else
		setenv("TZ", zone + 1, 1);
}

static struct timespec parse_stamp(const char *s)
{
	struct timespec ts = { PM_MAX_TIME_T, 0 };
	char *end;

	if (strcmp(s, "never") == 0)
		return ts;
	ts.tv_sec = strtoll(s, &end, 10);
	ts.tv_nsec = strtol(end + 1, NULL, 10);
	return ts;
}

static void print_stamp(struct timespec ts)
{
	if (ts.tv_sec == PM_MAX_TIME_T) {
		printf("never");
		return;
	}
	while (ts.tv_nsec < 0) {
		ts.tv_nsec += 1000000000;
		ts.tv_sec--;
	}
	while (ts.tv_nsec >= 1000000000) {
		ts.tv_nsec -= 1000000000;
		ts.tv_sec++;
	}
	printf("%ld.%09ld", (long)ts.tv_sec, ts.tv_nsec);
}

static void print_error(const char *message)
{
	printf("error ");
	print_escaped(message);
}

static void interval(char **f)
{
	struct timespec ts;
	char *message;

	if (pmParseHighResInterval(f[1], &ts, &message) < 0)
		print_error(message);
	else
		printf("%ld %ld", (long)ts.tv_sec, ts.tv_nsec);
}

static void point(char **f)
{
	struct timespec start = parse_stamp(f[2]), end = parse_stamp(f[3]), ts;
	char *message;

	use_zone(f[1]);
	if (__pmParseHighResTime(f[4], &start, &end, &ts, &message) < 0)
		print_error(message);
	else
		print_stamp(ts);
}

static char *option(char *s)
{
	return *s == '=' ? s + 1 : NULL;
}

static void window(char **f)
{
	struct timespec first = parse_stamp(f[2]), last = parse_stamp(f[3]);
	struct timespec start, finish, origin;
	char *message;

	use_zone(f[1]);
	if (pmParseHighResTimeWindow(option(f[4]), option(f[5]), option(f[6]),
				     option(f[7]), &first, &last, &start,
				     &finish, &origin, &message) < 0) {
		print_error(message);
		return;
	}
	print_stamp(start);
	putchar(' ');
	print_stamp(finish);
	putchar(' ');
	print_stamp(origin);
}

static void local(char **f)
{
	time_t t = strtoll(f[2], NULL, 10);
	struct tm tm;
	char text[64];

	use_zone(f[1]);
	pmLocaltime(&t, &tm);
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
	printf("%s%s", text, tm.tm_isdst ? " dst" : "");
}

static void answer(char *line)
{
	char *f[FIELDS];
	int n = 0;

	for (char *s = strtok(line, "\t"); s && n < FIELDS; s = strtok(NULL, "\t"))
		f[n++] = s;
	while (n < FIELDS)
		f[n++] = line + strlen(line);
	for (int i = 0; i < FIELDS; i++)
		unescape(f[i]);
	switch (f[0][0]) {
	case 'I': interval(f); break;
	case 'T': point(f); break;
	case 'W': window(f); break;
	case 'Z': local(f); break;
	}
}

int main(void)
{
	static char line[1 << 16];

	while (fgets(line, sizeof line, stdin)) {
		int status = 0;
		pid_t child;

		line[strcspn(line, "\n")] = '\0';
		fflush(stdout);
		child = fork();
		if (child == 0) {
			answer(line);
			fflush(stdout);
			_exit(0);
		}
		waitpid(child, &status, 0);
		puts(status ? "crash" : "");
	}
	return 0;
}
