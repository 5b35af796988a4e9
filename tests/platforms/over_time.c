// What is kept from tick to tick: contacts and interest.
#include "place.h"

enum { TICKS = 12, OBSERVERS = 20 };

static void add_events(uint64_t *sum, const qd_pair *pairs, size_t count)
{
    hash_take(sum, count);
    for (size_t i = 0; i < count; i++)
        hash_take_pair(sum, pairs[i]);
}

static void add_contacts(hash_sums *sums, const qd_contacts *contacts, qd_id id)
{
    qd_pair stayed[32];
    qd_entry partners[32];
    size_t count, total;
    const qd_pair *began = qd_contacts_began(contacts, &count);
    add_events(&sums->answers, began, count);
    const qd_pair *ended = qd_contacts_ended(contacts, &count);
    add_events(&sums->answers, ended, count);
    count = qd_contacts_stayed(contacts, stayed, 32, &total);
    hash_take(&sums->answers, total);
    add_events(&sums->answers, stayed, count);
    count = qd_contacts_of(contacts, id, partners, 32, &total);
    hash_take(&sums->answers, total);
    for (size_t i = 0; i < count; i++)
        hash_take_entry(&sums->answers, partners[i]);
    qd_contacts_stats stats;
    qd_contacts_get_stats(contacts, &stats);
    hash_take(&sums->costs, stats.tested);
    hash_take(&sums->costs, stats.waiting);
    hash_take(&sums->costs, stats.swept);
    hash_take_cost(&sums->costs, stats.cost);
}

// Once without a limit, once with a budget.
void hash_contacts(hash_place *place, hash_sums *sums)
{
    qd_contacts *contacts[2];
    for (int i = 0; i < 2; i++) {
        const qd_contacts_def def = { .budget = i ? HASH_ITEMS / 20 : 0 };
        hash_expect(qd_contacts_create(place->tree, &def, &contacts[i]) == QD_OK, "creating contacts");
    }
    for (int tick = 0; tick < TICKS; tick++) {
        for (int i = 0; i < 2; i++) {
            hash_expect(qd_contacts_update(contacts[i]) == QD_OK, "updating contacts");
            add_contacts(sums, contacts[i], place->ids[hash_below(place, place->count)]);
        }
        hash_stir(place);
    }
    qd_contacts_destroy(contacts[0]);
    qd_contacts_destroy(contacts[1]);
}

static void add_sightings(uint64_t *sum, const qd_interest_event *sightings, size_t count)
{
    hash_take(sum, count);
    for (size_t i = 0; i < count; i++) {
        hash_take(sum, sightings[i].observer);
        hash_take(sum, sightings[i].observer_user);
        hash_take_entry(sum, sightings[i].item);
    }
}

/// The observers of what has entered, by their slots.
static void add_seers(uint64_t *sum, const qd_interest *interest)
{
    size_t count;
    const qd_interest_event *entered = qd_interest_entered(interest, &count);
    for (size_t i = 0; i < count; i++) {
        qd_entry seers[OBSERVERS];
        const size_t found = qd_interest_of(interest, entered[i].item.id, seers, OBSERVERS, NULL);
        for (size_t k = 0; k < found; k++)
            hash_take_entry(sum, seers[k]);
    }
}

/// `chosen`: with margins and the nearest, and observers listed by item.
static void hash_views(hash_place *place, hash_sums *sums, bool chosen)
{
    qd_interest *interest;
    qd_id observers[OBSERVERS];
    const qd_interest_def def = { .by_item = chosen };
    hash_expect(qd_interest_create(place->tree, &def, &interest) == QD_OK, "creating interest");
    for (size_t i = 0; i < OBSERVERS; i++) {
        qd_observer observer = { .user = i };
        const qd_box window = hash_window(place);
        const double radius = hash_length(place) * 8;
        observer.view.shape = i % 2 ? qd_shape_box(window) : qd_shape_circle(window.min, radius);
        observer.view.filter = hash_filter(place);
        observer.margin = chosen && i % 4 < 3 ? radius / 4 : 0;
        observer.nearest = chosen && i % 4 > 0 ? 1 + i : 0;
        hash_expect(qd_interest_add(interest, &observer, &observers[i]) == QD_OK, "adding an observer");
    }
    for (int tick = 0; tick < TICKS; tick++) {
        size_t count;
        hash_expect(qd_interest_update(interest) == QD_OK, "updating interest");
        const qd_interest_event *entered = qd_interest_entered(interest, &count);
        add_sightings(&sums->answers, entered, count);
        const qd_interest_event *left = qd_interest_left(interest, &count);
        add_sightings(&sums->answers, left, count);
        qd_interest_stats stats;
        qd_interest_get_stats(interest, &stats);
        hash_take(&sums->costs, stats.seen);
        if (chosen)
            add_seers(&sums->answers, interest);
        const qd_id moved = observers[hash_below(place, OBSERVERS)];
        (void)qd_interest_move(interest, moved, hash_point(place));
        hash_stir(place);
    }
    qd_interest_destroy(interest);
}

void hash_interest(hash_place *place, hash_sums *sums)
{
    hash_views(place, sums, false);
}

void hash_chosen(hash_place *place, hash_sums *sums)
{
    hash_views(place, sums, true);
}
