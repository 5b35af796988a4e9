// Exports the shortcuts of interest.h, for languages that cannot inline.
#include <quadrille/query.h>

#undef QD_INLINE
#define QD_INLINE QD_API
#include <quadrille/interest.h>
