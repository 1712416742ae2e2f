#define HOUSE 401
