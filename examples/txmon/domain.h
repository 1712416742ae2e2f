#define TXMON 248
