// Many questions at once.
#include "place.h"

enum { ROWS_MOST = 40 * HASH_ITEMS, ROW = 6 };

static qd_box windows[HASH_QUESTIONS];

static qd_boxes make_windows(hash_place *place)
{
    for (size_t i = 0; i < HASH_QUESTIONS; i++)
        windows[i] = hash_window(place);
    return qd_boxes_double(windows);
}

// With offsets, and without: in the order of the library, which is the same everywhere.
void hash_many(hash_place *place, hash_sums *sums)
{
    static uint64_t offsets[HASH_QUESTIONS + 1], users[ROWS_MOST];
    static uint32_t questions[ROWS_MOST];
    static qd_id ids[ROWS_MOST];
    const qd_queries queries = { .count = HASH_QUESTIONS, .boxes = make_windows(place) };
    for (int with = 0; with < 2; with++) {
        qd_cost cost = { 0, 0, 0 };
        const qd_rows rows = { .capacity = ROWS_MOST,
                               .offsets = with ? offsets : NULL,
                               .questions = questions,
                               .ids = ids,
                               .users = users,
                               .cost = &cost };
        size_t total;
        hash_expect(qd_tree_find_many(place->tree, &queries, &rows, &total) == QD_OK, "many questions");
        for (size_t i = 0; i < total; i++) {
            hash_take(&sums->answers, questions[i]);
            hash_take(&sums->answers, ids[i]);
            hash_take(&sums->answers, users[i]);
        }
        for (size_t i = 0; with && i <= HASH_QUESTIONS; i++)
            hash_take(&sums->answers, offsets[i]);
        hash_take_cost(&sums->costs, cost);
    }
}

static void add_rows(hash_place *place, hash_sums *sums, qd_ranked like)
{
    static uint32_t counts[HASH_QUESTIONS];
    static qd_hit hits[HASH_QUESTIONS * ROW];
    qd_cost cost = { 0, 0, 0 };
    const qd_ranked_queries queries = { .count = HASH_QUESTIONS, .like = like, .boxes = make_windows(place) };
    const qd_ranked_rows rows = { .k = ROW, .counts = counts, .hits = hits, .cost = &cost };
    hash_expect(qd_tree_find_many_ranked(place->tree, &queries, &rows) == QD_OK, "many ranked questions");
    for (size_t i = 0; i < HASH_QUESTIONS; i++) {
        hash_take(&sums->answers, counts[i]);
        for (size_t j = 0; j < counts[i]; j++)
            hash_take_hit(&sums->answers, &hits[i * ROW + j]);
    }
    hash_take_cost(&sums->costs, cost);
}

void hash_many_ranked(hash_place *place, hash_sums *sums)
{
    const qd_shape any = qd_shape_box((qd_box){ { 0, 0 }, { 0, 0 } });
    add_rows(place, sums, qd_nearest(any, INFINITY));
    add_rows(place, sums, qd_cast(any, hash_point(place), 2));
}
