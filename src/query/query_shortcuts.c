// Exports the shortcuts of query.h, for languages that cannot inline.
#include <quadrille/tree.h>

#undef QD_INLINE
#define QD_INLINE QD_API
#include <quadrille/query.h>
