// When a shape that moves meets a box: see impact.c.
#ifndef QD_ORACLE_IMPACT_H
#define QD_ORACLE_IMPACT_H

#include "state.h"

/// A ranked question as the oracle takes it. A segment's `motion` is still the other end. False: malformed.
bool qd__oracle_ranked_of(const qd_oracle *oracle, const qd_ranked *ranked, qd_ranked *rounded);

/// The impact of a moving point or box, or of a segment. False: it does not meet the item's box.
bool qd__oracle_box_hit(const qd_oracle *oracle, const qd_ranked *ranked, qd_box item, qd__oracle_scored *out);

/// The impact of a circle with a radius. In long double: the library rounds on the way, and so may report another hit.
bool qd__oracle_circle_hit(const qd_oracle *oracle, const qd_ranked *ranked, qd_box item, qd__oracle_scored *out);

/// Is a hit (or NULL: none) right for a circle that moves?
bool qd__oracle_accepts_circle(const qd_oracle *oracle, const qd_ranked *ranked, qd_box item, const qd_hit *hit);

#endif
