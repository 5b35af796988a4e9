/// The header of a snapshot, number by number: what no tree has is refused, also where other checks would refuse it
/// later or a snapshot that large cannot be made.
#include "audit.h"
#include "swap.h"

#include <math.h>
#include <quadrille/snapshot.h>
#include <quadrille/tree.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static qd__head sound_head(qd_precision precision)
{
    const qd_tree_def def = { .precision = precision, .world = { { -8, 16 }, { 56, 80 } } };
    qd_tree *tree = qd_tree_new(&def);
    unsigned char bytes[4096];
    size_t size = 0;
    qd__head head;
    assert_non_null(tree);
    assert_int_equal(qd_tree_save(tree, NULL, bytes, sizeof bytes, &size), QD_OK);
    memcpy(&head, bytes + QD__SNAPSHOT_MAGIC, sizeof head);
    qd_tree_destroy(tree);
    assert_true(qd__audit_head(&head));
    return head;
}

static void lattices(void)
{
    const qd__head right = sound_head(QD_FLOAT);
    const float bad[] = { -INFINITY, INFINITY, NAN, -0.0F };
    assert_true(right.given[0] != 0 && right.given[1] != 0 && right.given[2] > 0);
    for (int which = 0; which < 2; which++) {
        qd__head head = right;
        float *lattice = which ? head.lattice : head.given;
        memcpy(lattice, right.given, sizeof right.given);
        assert_true(qd__audit_head(&head));
        for (int part = 0; part < 3; part++) {
            const float kept = lattice[part];
            for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
                lattice[part] = bad[k];
                assert_false(qd__audit_head(&head));
            }
            lattice[part] = kept;
        }
        lattice[2] = 0x1p-127F;
        assert_false(qd__audit_head(&head));
        lattice[2] = 0x1p127F;
        assert_false(qd__audit_head(&head));
        lattice[2] = 0; // nothing, which has no centre
        assert_false(qd__audit_head(&head));
        lattice[0] = 0;
        assert_false(qd__audit_head(&head));
        lattice[0] = right.given[0];
        lattice[1] = 0;
        assert_false(qd__audit_head(&head));
    }
}

static void counts(void)
{
    const qd__head right = sound_head(QD_DOUBLE);
    qd__head head = right;
    head.quads = (UINT32_C(1) << 29) + 1;
    assert_false(qd__audit_head(&head));
    head = right;
    head.slots = UINT32_MAX;
    assert_false(qd__audit_head(&head));
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        head = right;
        head.buckets[size] = UINT32_C(1) << (32 - QD__LOCATION_BUCKET_SHIFT);
        assert_false(qd__audit_head(&head));
    }
}

static void origins(void)
{
    for (int axis = 0; axis < 2; axis++) {
        const double bad[] = { -INFINITY, INFINITY, NAN, -0.0 };
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            qd__head head = sound_head(QD_DOUBLE);
            head.origin[axis] = bad[k];
            assert_false(qd__audit_head(&head));
        }
        qd__head head = sound_head(QD_FLOAT);
        head.origin[axis] = 1;
        assert_false(qd__audit_head(&head));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { plain_test(lattices), plain_test(counts), plain_test(origins) };
    if (!qd__low_byte_first())
        return 0; // the bytes are not the numbers there
    return cmocka_run_group_tests(tests, NULL, NULL);
}
