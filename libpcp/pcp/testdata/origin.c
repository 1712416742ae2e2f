/* origin KIND NAME: prints where a context's names come from. */
#include <stdio.h>
#include <stdlib.h>
#include <pcp/pmapi.h>

int main(int argc, char **argv)
{
	int sts = pmNewContext(atoi(argv[1]), argv[2]);

	if (sts < 0)
		printf("%s\n", pmErrStr(sts));
	else
		printf("%d\n", pmGetPMNSLocation());
	return argc != 3;
}
