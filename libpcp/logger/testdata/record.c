/* Record makes a recording by way of libpcp_gui: record FOLIO CREATOR REPLAY HOST... */
#include <pcp/pmapi.h>
#include <pcp/pmafm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/wait.h>

static int failed(const char *what, int code)
{
	fprintf(stderr, "%s: %s\n", what, pmErrStr(code));
	return 1;
}

/* waits until a pmlogger has begun its archive, which is beside its log */
static void await(const pmRecordHost *host)
{
	char volume[4096];
	struct stat file;
	int n;

	snprintf(volume, sizeof(volume), "%.*s.0", (int)(strlen(host->logfile) - strlen(".log")), host->logfile);
	for (n = 0; n < 1200; n++) {
		if (stat(volume, &file) == 0 && file.st_size > 400)
			return;
		usleep(50000);
	}
	fprintf(stderr, "%s does not grow\n", volume);
	exit(1);
}

int main(int argc, char **argv)
{
	int replay = atoi(argv[3]), hosts = argc - 4, i, code;
	pmRecordHost *h[8];
	FILE *f = pmRecordSetup(argv[1], argv[2], replay);

	if (f == NULL)
		return failed("setup", -oserror());
	if (replay)
		fputs("view of the moment\n", f);
	for (i = 0; i < hosts; i++) {
		if ((code = pmRecordAddHost(argv[4 + i], i == hosts - 1, &h[i])) < 0)
			return failed("host", code);
		fputs("log mandatory on 200 msec { sample.long.one }\n", h[i]->f_config);
	}
	if ((code = pmRecordControl(NULL, PM_REC_SETARG, "-L")) < 0)
		return failed("argument", code);
	if ((code = pmRecordControl(NULL, PM_REC_ON, NULL)) < 0)
		return failed("on", code);
	for (i = 0; i < hosts; i++)
		await(h[i]);
	if ((code = pmRecordControl(NULL, PM_REC_STATUS, NULL)) < 0)
		return failed("status", code);
	if ((code = pmRecordControl(h[0], PM_REC_OFF, NULL)) < 0)
		return failed("off", code);
	if (hosts > 1 && (code = pmRecordControl(NULL, PM_REC_OFF, NULL)) < 0)
		return failed("all off", code);
	while (wait(NULL) > 0)
		;
	return 0;
}
