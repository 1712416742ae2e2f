/* Events reports some of each kind, and prints what each call returns. */
#include <pcp/trace.h>
#include <stdio.h>
#include <string.h>

#define TELL(call) do { int sts = (call); printf("%d\n", sts); } while (0)

int main(void)
{
	char longest[256];

	memset(longest, 'x', sizeof longest);
	longest[124] = '\0';
	TELL(pmtraceend("never"));
	TELL(pmtraceabort("never"));
	TELL(pmtracebegin(""));
	TELL(pmtracebegin("a"));
	TELL(pmtracebegin("a"));
	TELL(pmtracepoint("a"));
	TELL(pmtraceend("a"));
	TELL(pmtraceend("a"));
	TELL(pmtraceabort("a"));
	TELL(pmtracebegin("a"));
	TELL(pmtraceabort("a"));
	TELL(pmtraceend("a"));
	TELL(pmtracepoint("p"));
	TELL(pmtracepoint("p"));
	TELL(pmtracepoint(longest));
	TELL(pmtraceobs("o", 2.5));
	TELL(pmtraceobs("o", -1e300));
	TELL(pmtracecounter("c", 7));
	memset(longest, 'x', sizeof longest);
	longest[255] = '\0';
	TELL(pmtracepoint(longest));
	return 0;
}
