// Which items meet a shape: one question, and many at once.
#include "core.h"
#include "docs.h"
#include <string.h>

// ---- one question ---------------------------------------------------------------------------------------------------

enum {
    FEW = 256,       // results that fit on the stack
    QUICK = 1 << 12, // that are found too soon for another thread to take the GIL
    OFTEN = 1 << 20, // between looks for signals
};

// The results of a question as they come, at first with the GIL, which others get where there are many.
typedef struct {
    const tree_object *tree;
    int64_t *numbers;
    size_t count, room, looking;
    clock_t looked;
    PyThreadState *state; // NULL: with the GIL
    bool failed, stopped; // no memory; an exception is set
} gathering;

static bool grow(gathering *to, size_t needed)
{
    if (needed > QUICK && !to->state)
        to->state = PyEval_SaveThread();
    size_t room = 2 * needed;
    int64_t *numbers = realloc(to->numbers, room * sizeof *numbers);
    if (!numbers) {
        room = needed;
        numbers = realloc(to->numbers, room * sizeof *numbers);
    }
    to->failed = !numbers;
    if (numbers) {
        to->numbers = numbers;
        to->room = room;
    }
    return !to->failed;
}

static qd_flow gather(void *context, const qd_entry *entries, size_t count)
{
    gathering *to = context;
    if (count > to->room - to->count && !grow(to, to->count + count))
        return QD_STOP;
    int64_t *out = to->numbers + to->count;
    for (size_t i = 0; i < count; i++)
        out[i] = number_of(to->tree, entries[i]);
    to->count += count;
    if (to->state && to->count - to->looking > OFTEN) {
        to->looking = to->count;
        to->stopped = !goes_on(to->state, &to->looked);
    }
    return to->stopped ? QD_STOP : QD_CONTINUE;
}

// Some results as an array of numbers.
static PyObject *few_numbers(const tree_object *tree, const qd_entry *entries, size_t count)
{
    PyArrayObject *numbers = new_numbers(count);
    int64_t *out = numbers ? DATA(numbers) : NULL;
    for (size_t i = 0; out && i < count; i++)
        out[i] = number_of(tree, entries[i]);
    return (PyObject *)numbers;
}

// The results as an array of numbers. `state`: NULL, or the GIL is released.
static PyObject *find(const tree_object *tree, const qd_query *query, PyThreadState *state)
{
    qd_entry few[FEW];
    const size_t found = qd_tree_find(tree->tree, query, few, FEW, NULL);
    if (found < FEW) {
        come_back(state);
        return few_numbers(tree, few, found);
    }
    gathering to = { .tree = tree, .state = state };
    qd_tree_visit(tree->tree, query, gather, &to, NULL);
    come_back(to.state);
    PyArrayObject *numbers = to.stopped ? NULL : to.failed ? (PyArrayObject *)PyErr_NoMemory() : new_numbers(to.count);
    if (numbers) {
        state = let_others(to.count);
        memcpy(DATA(numbers), to.numbers, to.count * sizeof *to.numbers);
        come_back(state);
    }
    free(to.numbers);
    return (PyObject *)numbers;
}

static qd_flow count_quick(void *context, const qd_entry *entries, size_t count)
{
    (void)entries;
    size_t *total = context;
    *total += count;
    return *total > QUICK ? QD_STOP : QD_CONTINUE;
}

// Does it find fewer items than it looks at?
static bool picks(const qd_query *query)
{
    return query->filter.layers || query->filter.mask || query->ignore || query->relation != QD_OVERLAPS;
}

// Counts what a question finds without its filter, and more than what it finds by another relation; as far as that is
// quick. So many items it looks at.
static size_t looked_at(const tree_object *tree, const qd_query *query)
{
    const qd_query all = { .shape = query->shape };
    size_t total = 0;
    qd_tree_visit(tree->tree, &all, count_quick, &total, NULL);
    return total;
}

typedef enum { FIND, COUNT, ANY } verb;

// The answer to a question; NULL without an exception: it is malformed. In a large tree other threads may go on where
// it looks at many items.
static PyObject *answer(tree_object *tree, const qd_query *query, verb verb)
{
    if (qd_query_check(tree->tree, query) != QD_OK)
        return NULL;
    const bool may_last = picks(query) ? is_large(tree->count / 8) : verb == COUNT && is_large(tree->count);
    const size_t looked = may_last ? looked_at(tree, query) : 0;
    PyThreadState *state = looked > QUICK ? PyEval_SaveThread() : NULL;
    if (verb == FIND)
        return find(tree, query, state);
    qd_entry first;
    const size_t total = verb == ANY                          ? qd_tree_find(tree->tree, query, &first, 1, NULL)
                         : !may_last || state || picks(query) ? qd_tree_count(tree->tree, query)
                                                              : looked;
    come_back(state);
    return verb == ANY ? PyBool_FromLong(total != 0) : PyLong_FromSize_t(total);
}

// A question of `numbers` numbers in order, and options.
static PyObject *ask(PyObject *self, const signature *takes, PyObject *const *args, Py_ssize_t count,
                     PyObject *keywords, int numbers, verb verb)
{
    tree_object *tree = (tree_object *)self;
    PyObject *got[14];
    double v[4] = { 0, 0, 0, 0 };
    qd_find_options options = { 0 };
    if (!take_arguments(takes, args, count, keywords, got))
        return NULL;
    for (int i = 0; i < numbers; i++)
        if (!take_double(got[i], takes->names[i], &v[i]))
            return NULL;
    if (!begin_reading(tree))
        return NULL;
    PyObject *result = NULL;
    if (take_options(tree, got + numbers, &options)) {
        const qd_shape shape = numbers == 4   ? qd_shape_box((qd_box){ { v[0], v[1] }, { v[2], v[3] } })
                               : numbers == 3 ? qd_shape_circle((qd_vec2){ v[0], v[1] }, v[2])
                                              : qd_shape_point((qd_vec2){ v[0], v[1] });
        const qd_query query = { shape, options.relation, options.filter, options.ignore };
        result = answer(tree, &query, verb);
        if (!result && !PyErr_Occurred())
            raise_question(v, numbers, takes->names);
    }
    end_reading(tree);
    return result;
}

#define WINDOW "min_x", "min_y", "max_x", "max_y"

static PyObject *tree_search(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "search", 4, 4, { WINDOW, OPTION_NAMES } };
    return ask(self, &takes, args, count, keywords, 4, FIND);
}

static PyObject *tree_count(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "count", 4, 4, { WINDOW, OPTION_NAMES } };
    return ask(self, &takes, args, count, keywords, 4, COUNT);
}

static PyObject *tree_any(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "any", 4, 4, { WINDOW, OPTION_NAMES } };
    return ask(self, &takes, args, count, keywords, 4, ANY);
}

static PyObject *tree_within(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "within", 3, 3, { "x", "y", "radius", OPTION_NAMES } };
    return ask(self, &takes, args, count, keywords, 3, FIND);
}

static PyObject *tree_at(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "at", 2, 2, { "x", "y", OPTION_NAMES } };
    return ask(self, &takes, args, count, keywords, 2, FIND);
}

static PyObject *tree_polygon(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "polygon", 1, 1, { "corners", OPTION_NAMES } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[1 + OPTIONS], *result = NULL;
    rows corners;
    qd_vec2 each[QD_MAX_CORNERS];
    qd_find_options options = { 0 };
    if (!take_arguments(&takes, args, count, keywords, got) || !take_rows(got[0], "corners", POINTS, &corners))
        return NULL;
    for (size_t i = 0; i < corners.count && i < QD_MAX_CORNERS; i++)
        each[i] = qd_boxes_at(corners.view, i).min;
    if (begin_reading(tree)) {
        if (take_options(tree, got + 1, &options)) {
            const qd_query query = { qd_shape_polygon(each, (uint32_t)(corners.count > UINT32_MAX ? 0 : corners.count)),
                                     options.relation, options.filter, options.ignore };
            result = answer(tree, &query, FIND);
            if (!result && !PyErr_Occurred()) {
                PyErr_SetString(PyExc_ValueError,
                                "corners: expected 3 to 16 corners of a convex polygon, in order, finite");
            }
        }
        end_reading(tree);
    }
    drop_rows(&corners);
    return result;
}

// ---- many questions -------------------------------------------------------------------------------------------------

// Questions in arrays of the caller.
typedef struct {
    rows shapes;
    PyArrayObject *radii;
    qd_id *ignore;
    qd_queries queries;
} many;

static void drop_many(many *many)
{
    drop_rows(&many->shapes);
    Py_CLEAR(many->radii);
    free(many->ignore);
}

static bool check_questions(const tree_object *tree, const many *many)
{
    if (many->shapes.columns == BOXES)
        return check_windows(&many->shapes);
    return check_rows(&many->shapes, tree->precision) && (!many->radii || check_radii(many->radii, INFINITY));
}

static bool take_many(const tree_object *tree, PyObject *shapes, PyObject *radii, PyObject *const *option, many *many)
{
    qd_find_options options = { 0 };
    PyObject *const own[OPTIONS] = { option[RELATION], option[LAYERS], option[MASK], NULL };
    many->radii = NULL;
    many->ignore = NULL;
    if (!take_rows(shapes, "shapes", BOXES_OR_POINTS, &many->shapes))
        return false;
    many->queries = (qd_queries){ .count = many->shapes.count };
    bool taken = take_options(tree, own, &options);
    many->queries.like =
        (qd_query){ qd_shape_box((qd_box){ { 0, 0 }, { 0, 0 } }), options.relation, options.filter, 0 };
    if (many->shapes.columns == POINTS)
        many->queries.like.shape = qd_shape_point((qd_vec2){ 0, 0 });
    if (taken && radii) {
        many->radii = take_radii_alike(radii, &many->shapes);
        many->queries.radii = many->radii ? DATA(many->radii) : NULL;
        taken = many->radii != NULL;
    }
    many->queries.boxes = many->shapes.view;
    taken = taken && take_ignored(tree, option[IGNORE], many->queries.count, &many->queries.like.ignore, &many->ignore);
    many->queries.ignore = many->ignore;
    if (!taken || !check_questions(tree, many)) {
        drop_many(many);
        return false;
    }
    return true;
}

// Where the results go: offsets or the question of each, and numbers.
typedef struct {
    PyArrayObject *offsets, *questions, *numbers;
} found;

static void drop_found(found *found)
{
    Py_CLEAR(found->offsets);
    Py_CLEAR(found->questions);
    Py_CLEAR(found->numbers);
}

// The library writes questions as 32 bits; they become 64 in place, from the end, so that both arrays index alike.
static void widen(int64_t *questions, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        uint32_t question;
        memcpy(&question, (const char *)questions + i * sizeof question, sizeof question);
        questions[i] = question;
    }
}

static void translate(uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = (numbers[i] & UINT32_MAX) - 1;
}

// Asks a part of the questions and writes its results behind `before` others. *some: the number of its results.
static qd_result ask_part(const tree_object *tree, const many *many, const qd_rows *all, const turns *part,
                          size_t before, size_t *some)
{
    const size_t first = part->first, at = before < all->capacity ? before : all->capacity;
    qd_queries queries = many->queries;
    queries.count = part->some;
    queries.boxes = boxes_from(queries.boxes, first);
    queries.ignore = queries.ignore ? queries.ignore + first : NULL;
    queries.radii = radii_from(queries.radii, queries.boxes.precision, first);
    const qd_rows rows = { .capacity = all->capacity - at,
                           .offsets = all->offsets ? all->offsets + first : NULL,
                           .questions = all->questions ? all->questions + at : NULL,
                           .ids = all->ids ? all->ids + at : NULL,
                           .users = all->users ? all->users + at : NULL };
    const qd_result result = qd_tree_find_many(tree->tree, &queries, &rows, some);
    for (size_t i = 0; first && rows.offsets && i <= part->some; i++)
        rows.offsets[i] += before;
    for (size_t i = 0; first && !result && rows.questions && i < *some; i++)
        rows.questions[i] += (uint32_t)first;
    return result;
}

// Asks with room for `capacity` results, part after part, the first of so many questions. *total: how many results
// there are. QD_STOPPED: an exception is set. The order of pairs is that of the library, which depends on the parts: so
// these do not depend on the time.
static qd_result ask_many(tree_object *tree, const many *many, found *found, size_t capacity, size_t first,
                          size_t *total)
{
    uint64_t *numbers = found->numbers ? DATA(found->numbers) : NULL;
    const qd_rows rows = { .capacity = capacity,
                           .offsets = found->offsets ? DATA(found->offsets) : NULL,
                           .questions = found->questions ? DATA(found->questions) : NULL,
                           .ids = tree->numbered ? NULL : numbers,
                           .users = tree->numbered ? numbers : NULL };
    qd_result result = QD_OK;
    *total = 0;
    PyThreadState *state = PyEval_SaveThread();
    turns turns = first_turn(many->queries.count, first, state);
    turns.steady = rows.questions != NULL;
    do {
        size_t some = 0;
        result = ask_part(tree, many, &rows, &turns, *total, &some);
        *total += some;
    } while ((!result || result == QD_TOO_SMALL) && next_turn(&turns));
    result = turns.stopped ? QD_STOPPED : !result && *total > capacity ? QD_TOO_SMALL : result;
    if (!result && !tree->numbered && numbers)
        translate(numbers, *total);
    if (!result && found->questions)
        widen(DATA(found->questions), *total);
    PyEval_RestoreThread(state);
    return result;
}

static qd_query question_at(const many *many, size_t i)
{
    const qd_queries *queries = &many->queries;
    const qd_box box = qd_boxes_at(queries->boxes, i);
    qd_query query = queries->like;
    if (queries->radii) {
        query.shape =
            qd_shape_circle(box.min, queries->boxes.precision == QD_FLOAT ? (double)((const float *)queries->radii)[i]
                                                                          : ((const double *)queries->radii)[i]);
    } else {
        query.shape = many->shapes.columns == POINTS ? qd_shape_point(box.min) : qd_shape_box(box);
    }
    return query;
}

// Judged by some of many questions.
typedef struct {
    size_t room;  // for the results of all: where it turns out too small, all are asked again
    size_t part;  // questions that one part should have
    bool stopped; // an exception is set
} guess;

static guess guess_all(const tree_object *tree, const many *many)
{
    enum { SAMPLES = 64, SPARE = 1024, LOOKED_AT = 1 << 22, EACH = 16 };
    const size_t count = many->queries.count, samples = count < SAMPLES ? count : SAMPLES;
    const bool may_last = first_some(count) < count && picks(&many->queries.like);
    double results = 0, looked = EACH; // items, and some for what each question costs beside them
    guess guess = { SPARE, count, false };
    clock_t looked_for = 0;
    PyThreadState *state = PyEval_SaveThread();
    for (size_t i = 0; i < samples && !guess.stopped; i++) {
        const qd_query query = question_at(many, i * (count / samples));
        const qd_query all = { .shape = query.shape };
        const double found = (double)qd_tree_count(tree->tree, &query);
        results += found;
        looked += (may_last ? (double)qd_tree_count(tree->tree, &all) : found) + EACH;
        guess.stopped = may_last && !goes_on(state, &looked_for);
    }
    PyEval_RestoreThread(state);
    if (samples) {
        guess.room += (size_t)(1.25 * results / (double)samples * (double)count);
        guess.part = (size_t)(LOOKED_AT * (double)samples / looked) + 1;
    }
    return guess;
}

// Finds all results.
static bool find_all(tree_object *tree, const many *many, bool pairs, found *found)
{
    const guess guess = guess_all(tree, many);
    size_t capacity = guess.room, total = 0;
    qd_result result = guess.stopped ? QD_STOPPED : QD_TOO_SMALL;
    found->offsets = pairs ? NULL : new_numbers(many->queries.count + 1);
    while (result == QD_TOO_SMALL && (pairs || found->offsets)) {
        Py_CLEAR(found->numbers);
        Py_CLEAR(found->questions);
        found->numbers = new_numbers(capacity);
        found->questions = pairs ? new_numbers(capacity) : NULL;
        if (!found->numbers || (pairs && !found->questions)) {
            if (total > 0 || capacity == 0)
                return false;
            PyErr_Clear(); // the guess does not fit: ask how many there are
            capacity = 0;
            continue;
        }
        result = ask_many(tree, many, found, capacity, guess.part, &total);
        capacity = total;
    }
    if (result) {
        if (!PyErr_Occurred())
            (void)raise_result(result);
        return false;
    }
    return shorten(&found->numbers, total) && (!found->questions || shorten(&found->questions, total));
}

#define MANY "shapes", "radii"

static PyObject *tree_search_many(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "search_many", 1, 1, { MANY, OPTION_NAMES, "output" } };
    static const char *const outputs[] = { "rows", "pairs" };
    tree_object *tree = (tree_object *)self;
    PyObject *got[3 + OPTIONS];
    int output = 0;
    many many;
    found found = { NULL, NULL, NULL };
    if (!take_arguments(&takes, args, count, keywords, got) ||
        !take_choice(got[2 + OPTIONS], "output", outputs, 2, &output) || !begin_reading(tree))
        return NULL;
    bool done = false;
    if (take_many(tree, got[0], got[1], got + 2, &many)) {
        done = find_all(tree, &many, output == 1, &found);
        drop_many(&many);
    }
    end_reading(tree);
    if (!done) {
        drop_found(&found);
        return NULL;
    }
    return Py_BuildValue("NN", output == 1 ? found.questions : found.offsets, found.numbers);
}

static PyObject *tree_count_many(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "count_many", 1, 1, { MANY, OPTION_NAMES } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[2 + OPTIONS];
    many many;
    found found = { NULL, NULL, NULL };
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_reading(tree))
        return NULL;
    bool done = false;
    if (take_many(tree, got[0], got[1], got + 2, &many)) {
        size_t total = 0;
        found.offsets = new_numbers(many.queries.count + 1);
        const qd_result result =
            found.offsets ? ask_many(tree, &many, &found, 0, first_some(many.queries.count), &total) : QD_NO_MEMORY;
        done = result == QD_OK || result == QD_TOO_SMALL;
        if (!done && !PyErr_Occurred())
            (void)raise_result(result);
        int64_t *offsets = done ? DATA(found.offsets) : NULL;
        for (size_t i = 0; offsets && i < many.queries.count; i++)
            offsets[i] = offsets[i + 1] - offsets[i];
        done = done && shorten(&found.offsets, many.queries.count);
        drop_many(&many);
    }
    end_reading(tree);
    if (!done) {
        drop_found(&found);
        return NULL;
    }
    return (PyObject *)found.offsets;
}

PyMethodDef search_methods[] = { METHOD("search", tree_search, DOC_TREE_SEARCH),
                                 METHOD("count", tree_count, DOC_TREE_COUNT),
                                 METHOD("any", tree_any, DOC_TREE_ANY),
                                 METHOD("within", tree_within, DOC_TREE_WITHIN),
                                 METHOD("at", tree_at, DOC_TREE_AT),
                                 METHOD("polygon", tree_polygon, DOC_TREE_POLYGON),
                                 METHOD("search_many", tree_search_many, DOC_TREE_SEARCH_MANY),
                                 METHOD("count_many", tree_count_many, DOC_TREE_COUNT_MANY),
                                 { NULL, NULL, 0, NULL } };
