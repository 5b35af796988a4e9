// Contacts and interest of a tree, or the test fails; how many pairs and sightings began and ended in the last update.
#ifndef TESTS_WATCHERS_H
#define TESTS_WATCHERS_H

#include "support.h"

static inline qd_contacts *contacts_of(qd_tree *tree, const qd_contacts_def *def)
{
    qd_contacts *contacts = NULL;
    assert_int_equal(qd_contacts_create(tree, def, &contacts), QD_OK);
    return contacts;
}

static inline qd_interest *interest_of(qd_tree *tree, const qd_interest_def *def)
{
    qd_interest *interest = NULL;
    assert_int_equal(qd_interest_create(tree, def, &interest), QD_OK);
    return interest;
}

static inline qd_contacts_stats stats_of_contacts(const qd_contacts *contacts)
{
    qd_contacts_stats stats;
    qd_contacts_get_stats(contacts, &stats);
    return stats;
}

static inline size_t began_count(const qd_contacts *contacts)
{
    size_t count = 77;
    assert_true((qd_contacts_began(contacts, &count) == NULL) == (count == 0));
    return count;
}

static inline size_t ended_count(const qd_contacts *contacts)
{
    size_t count = 77;
    assert_true((qd_contacts_ended(contacts, &count) == NULL) == (count == 0));
    return count;
}

static inline size_t entered_count(const qd_interest *interest)
{
    size_t count = 77;
    assert_true((qd_interest_entered(interest, &count) == NULL) == (count == 0));
    return count;
}

static inline size_t left_count(const qd_interest *interest)
{
    size_t count = 77;
    assert_true((qd_interest_left(interest, &count) == NULL) == (count == 0));
    return count;
}

#endif
