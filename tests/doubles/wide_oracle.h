// The oracle of doubles: a qd_wide's answers from a plain array, straight from what wide.h promises, without a line of
// the library. Distances and rays take another way to the same doubles: exponents are taken off and put back.
#ifndef TESTS_WIDE_ORACLE_H
#define TESTS_WIDE_ORACLE_H

#include <quadrille/wide.h>

enum { WIDE_MOST = 256 }; // items

typedef struct wide_entry {
    qd_id id;
    qd_ditem item; // its filter with the defaults resolved
} wide_entry;

struct wide_oracle {
    qd_edges edges;
    wide_entry entries[WIDE_MOST];
    size_t count;
};

bool wide_oracle_is_valid(qd_dbox box);
wide_entry *wide_oracle_entry(struct wide_oracle *oracle, qd_id id); // NULL: stale
void wide_oracle_add(struct wide_oracle *oracle, qd_id id, qd_ditem item);
void wide_oracle_remove(struct wide_oracle *oracle, qd_id id);
qd_filter wide_oracle_filter(qd_filter filter); // with the defaults resolved

double wide_oracle_distance(qd_dbox box, qd_dvec2 point);

// All the answers, sorted by slot (near and ray: as promised). `out` has room for WIDE_MOST, for pairs for all.
size_t wide_oracle_box(const struct wide_oracle *oracle, qd_dbox box, qd_query_filter filter, qd_found *out);
size_t wide_oracle_circle(const struct wide_oracle *oracle, qd_dvec2 center, double radius, qd_query_filter filter,
                          qd_found *out);
size_t wide_oracle_near(const struct wide_oracle *oracle, qd_dvec2 point, double most, qd_query_filter filter,
                        qd_dnear *out);
size_t wide_oracle_ray(const struct wide_oracle *oracle, qd_dray ray, qd_query_filter filter, qd_dhit *out);
size_t wide_oracle_pairs(const struct wide_oracle *oracle, qd_pair *out);
size_t wide_oracle_join(const struct wide_oracle *a, const struct wide_oracle *b, qd_pair *out);
qd_dbox wide_oracle_bounds(const struct wide_oracle *oracle);

#endif
