// Any calls through the checker, which makes them on a tree and on the oracle: none may be found wrong. The pairs of
// two checkers are those of two oracles with the same items.
#include "entry.h"

#include <math.h>
#include <quadrille/oracle.h>
#include <string.h>

enum { IDS = 64, SEVERAL = 8, RESULTS = 16, EACH_CHECK = 16 };

typedef struct session {
    const uint8_t *at, *end;
    qd_checker *checker;
    qd_id ids[IDS];
} session;

static unsigned take(session *self)
{
    return self->at < self->end ? *self->at++ : 0;
}

// Mostly whole numbers and halves, so that boxes touch; sometimes any double.
static double take_number(session *self)
{
    const unsigned byte = take(self);
    double any;
    if (byte < 250 || self->end - self->at < (ptrdiff_t)sizeof any)
        return (int)byte / 2.0 - 60;
    memcpy(&any, self->at, sizeof any);
    self->at += sizeof any;
    return any;
}

static qd_vec2 take_point(session *self)
{
    const double x = take_number(self), y = take_number(self);
    return (qd_vec2){ x, y };
}

static qd_box take_box(session *self)
{
    const qd_vec2 low = take_point(self);
    const unsigned sizes = take(self);
    const unsigned width = sizes % 16, height = sizes / 16;
    return (qd_box){ low, { low.x + width, low.y + height } };
}

static qd_filter take_filter(session *self)
{
    const unsigned byte = take(self);
    return byte < 128 ? (qd_filter){ 0, 0 } : (qd_filter){ byte & 7, byte >> 3 & 7 };
}

static qd_item take_item(session *self)
{
    const qd_box box = take_box(self);
    const qd_filter filter = take_filter(self);
    return (qd_item){ box, take(self), filter, (int)take(self) - 128 };
}

static qd_id *take_id(session *self)
{
    return &self->ids[take(self) % IDS];
}

static qd_query take_query(session *self)
{
    const unsigned kind = take(self);
    const qd_relation relation = (qd_relation)(kind / 4 % 3);
    const qd_box box = take_box(self);
    const double radius = take(self) / 4.0;
    const qd_shape shapes[] = {
        { .type = QD_EVERYWHERE }, qd_shape_box(box), qd_shape_point(box.min), qd_shape_circle(box.min, radius)
    };
    const qd_filter filter = take_filter(self);
    return (qd_query){ shapes[kind % 4], relation, filter, kind & 64 ? *take_id(self) : 0 };
}

static qd_ranked take_ranked(session *self)
{
    const unsigned kind = take(self);
    const qd_box box = take_box(self);
    const qd_vec2 to = take_point(self);
    const double limit = take(self);
    qd_ranked ranked = kind % 6 == 0   ? qd_nearest(qd_shape_point(box.min), limit)
                       : kind % 6 == 1 ? qd_nearest(qd_shape_box(box), limit)
                       : kind % 6 == 2 ? qd_ray(box.min, to, limit)
                       : kind % 6 == 3 ? qd_segment(box.min, to)
                       : kind % 6 == 4 ? qd_cast(qd_shape_box(box), to, limit)
                                       : qd_cast(qd_shape_circle(box.min, limit / 8), to, 1);
    ranked.filter = take_filter(self);
    return ranked;
}

static void change_one(session *self)
{
    qd_checker *checker = self->checker;
    qd_id *id = take_id(self);
    const qd_item item = take_item(self);
    qd_item now;
    switch (take(self) % 8) {
    case 0:
        qd_checker_insert(checker, &item, id);
        break;
    case 1:
        *id = qd_checker_add(checker, item.box, item.user);
        break;
    case 2:
        qd_checker_remove(checker, *id);
        break;
    case 3:
        qd_checker_move(checker, *id, item.box);
        break;
    case 4:
        qd_checker_set_box(checker, *id, &item.box);
        break;
    case 5:
        qd_checker_set_user(checker, *id, item.user);
        break;
    case 6:
        qd_checker_set_filter(checker, *id, &item.filter);
        break;
    default:
        qd_checker_set_value(checker, *id, item.value);
        qd_checker_get(checker, *id, &now);
    }
}

static void change_many(session *self)
{
    qd_box boxes[SEVERAL];
    qd_id *ids = self->ids + take(self) % (IDS - SEVERAL);
    const size_t count = take(self) % (SEVERAL + 1);
    const unsigned kind = take(self) % 6;
    const qd_query query = take_query(self);
    for (size_t i = 0; i < count; i++)
        boxes[i] = take_box(self);
    const qd_items items = { .boxes = qd_boxes_double(boxes), .first_user = kind };
    size_t bad = 0;
    if (kind == 0)
        qd_checker_insert_many(self->checker, &items, count, ids, &bad);
    else if (kind == 1)
        qd_checker_move_many(self->checker, ids, &items.boxes, count, &bad);
    else if (kind == 2)
        qd_checker_remove_many(self->checker, ids, count, &bad);
    else if (kind == 3)
        qd_checker_remove_found(self->checker, &query, &bad);
    else if (kind == 4)
        qd_checker_rebuild(self->checker);
    else if (take(self) == 255)
        qd_checker_clear(self->checker);
}

static qd_flow stop_at_once(void *context, const qd_entry *entries, size_t count)
{
    (void)context, (void)entries, (void)count;
    return QD_STOP;
}

static void ask_which(session *self)
{
    qd_checker *checker = self->checker;
    const qd_query query = take_query(self);
    const size_t capacity = take(self) % (RESULTS + 1);
    qd_entry found[RESULTS];
    qd_total sum;
    size_t total;
    qd_checker_find(checker, &query, found, capacity, capacity % 2 ? &total : NULL);
    qd_checker_count(checker, &query);
    qd_checker_visit(checker, &query, capacity % 3 ? stop_at_once : NULL, NULL, NULL);
    qd_checker_total(checker, &query, &sum, NULL);
    qd_checker_find_shape(checker, query.shape, found, capacity);
    qd_checker_find_box(checker, query.shape.box, found, capacity);
}

static void ask_first(session *self)
{
    const qd_ranked ranked = take_ranked(self);
    const size_t capacity = take(self) % (RESULTS + 1);
    qd_hit hits[RESULTS];
    size_t total;
    qd_checker_find_ranked(self->checker, &ranked, hits, capacity, capacity % 2 ? &total : NULL);
    qd_checker_find_nearest(self->checker, ranked.shape.box.min, INFINITY, hits, capacity);
}

static void ask_pairs(session *self)
{
    const qd_pair_query query = { .distance = take(self) / 8.0, .filter = take_filter(self) };
    qd_pair pairs[RESULTS];
    double distances[RESULTS];
    size_t total, count;
    qd_checker_find_pairs(self->checker, take(self) % 4 ? NULL : self->checker, &query, pairs, distances, RESULTS,
                          &total);
    if (take(self) % 2) {
        qd_checker_update_contacts(self->checker);
        demand((qd_checker_began(self->checker, &count) == NULL) == (count == 0), "no events, no array");
        demand((qd_checker_ended(self->checker, &count) == NULL) == (count == 0), "no events, no array");
        qd_checker_contacts_of(self->checker, *take_id(self), NULL, 0, &count);
    }
}

static void demand_right(const session *self)
{
    if (qd_checker_failed(self->checker))
        demand(0, qd_checker_report(self->checker));
}

// The oracle by itself, under ids of its own: as many items, and as many pairs.
static void compare_oracle(const session *self, const qd_tree_def *def)
{
    const qd_tree *tree = qd_checker_tree(self->checker);
    qd_oracle *oracle;
    qd_pair pairs[RESULTS];
    size_t items = 0, total = 0;
    if (qd_oracle_create(def, &oracle) != QD_OK)
        return;
    for (int i = 0; i < IDS; i++) {
        qd_item item;
        qd_id id;
        if (qd_tree_get(tree, self->ids[i], &item) != QD_OK)
            continue;
        demand(qd_oracle_insert(oracle, &item, &id) == QD_OK, "the oracle takes what the tree has");
        items++;
    }
    qd_oracle_find_pairs(oracle, NULL, NULL, pairs, NULL, RESULTS, &total);
    demand(items != qd_tree_count(tree, NULL) || total == qd_tree_count_pairs(tree, NULL), "as many pairs");
    qd_oracle_destroy(oracle);
}

static void count_line(void *context, const char *line)
{
    (void)line;
    ++*(size_t *)context;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    session self = { .at = data, .end = data + size };
    const unsigned kind = take(&self);
    const qd_tree_def def = { .precision = (qd_precision)(kind & 1),
                              .edges = (qd_edges)(kind >> 1 & 1),
                              .totals = kind >> 2 & 1,
                              .leaf_capacity = 1 + (int)(kind >> 3) % 8 };
    size_t lines = 0;
    self.checker = NULL;
    if (kind & 128)
        self.checker = qd_checker_new(&def);
    else
        demand(qd_checker_create(&def, &self.checker) == QD_OK, "a checker is made");
    for (unsigned calls = 0; self.at < self.end; calls++) {
        static void (*const steps[])(
            session *) = { change_one, change_one, change_many, ask_which, ask_first, ask_pairs };
        steps[take(&self) % 6](&self);
        if (calls % EACH_CHECK == 0)
            qd_checker_check(self.checker);
        demand_right(&self);
    }
    qd_box bounds;
    qd_checker_bounds(self.checker, &bounds);
    qd_checker_check(self.checker);
    demand_right(&self);
    qd_checker_print(self.checker, count_line, &lines);
    demand(lines > 0, "the calls are printed");
    compare_oracle(&self, &def);
    qd_checker_destroy(self.checker);
    return 0;
}
