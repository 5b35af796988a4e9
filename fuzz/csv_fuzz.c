// Any bytes as CSV, by the usual columns, by named ones, by positions, and as well-known text. What is accepted has
// valid boxes only, is the same when bad rows are passed over, and reads the same again when it is written out; what is
// refused has a complaint.
#include "entry.h"
#include "quiet.h"

#include <columns_find.h>
#include <items_kinds.h>
#include <string.h>

// What is said about the table.
typedef struct saying {
    const char *columns, *sizes, *id;
    int separator, header, quotes, comments, decimal;
    bool center, exact;
} saying;

static bool read_items(items *list, const char *bytes, size_t size, const saying *said, bool skip_bad)
{
    input in = { .file = "input",
                 .columns = said->columns,
                 .sizes = said->sizes,
                 .id = said->id,
                 .separator = said->separator,
                 .header = said->header,
                 .quotes = said->quotes,
                 .comments = said->comments,
                 .decimal = said->decimal,
                 .center = said->center,
                 .bad_rows = skip_bad ? "list" : NULL,
                 .skip_bad = skip_bad,
                 .exact = said->exact };
    csv_reader *csv = malloc(sizeof *csv);
    FILE *file = fmemopen((void *)(uintptr_t)bytes, size, "rb");
    demand(csv != NULL && file != NULL, "bytes can be read as a file");
    items_begin(list, &in);
    byte_source from;
    source_from_file(&from, file);
    csv_begin(csv, &from);
    bool good = items_read_csv(list, &in, "input", csv, size);
    csv_end(csv);
    source_end(&from);
    fclose(file);
    free(csv);
    unsigned complaints = quiet_complaints();
    demand(good || complaints > 0, "what is refused has a complaint");
    demand(!good || skip_bad || complaints == 0, "what is accepted has none");
    const unsigned notes = quiet_notes(); // also of lines that are no rows, of shapes, and of bytes that are not UTF-8
    demand(!good || skip_bad || (notes >= 1 && notes <= 4), "a note says what the table is taken as");
    demand(list->bad.used == 0 || skip_bad, "rows are listed where they are passed over");
    demand(!good || !list->open, "a table is of floats or of doubles");
    for (size_t i = 0; i < list->count; i++) {
        const qd_box box = items_box(list, i);
        demand(qd_box_is_valid(&box), "every box is valid");
    }
    return good;
}

static void demand_same(const items *a, const items *b, const char *what)
{
    bool same = a->count == b->count && a->has_texts == b->has_texts;
    for (size_t i = 0; same && i < a->count; i++) {
        const qd_box p = items_box(a, i), q = items_box(b, i);
        same = p.min.x == q.min.x && p.min.y == q.min.y && p.max.x == q.max.x && p.max.y == q.max.y &&
               (!a->has_texts || strcmp(items_text(a, i), items_text(b, i)) == 0);
    }
    demand(same, what);
}

static double number_of(const items *list, size_t i)
{
    const qd_box box = items_box(list, i / 4);
    const double sides[] = { box.min.x, box.min.y, box.max.x, box.max.y };
    return sides[i % 4];
}

// Numbers that have been kept are in the order of the doubles, for some of the first.
static void demand_order(const items *kept, const char *bytes, size_t size, saying said)
{
    enum { SOME = 64 };
    items doubles;
    said.exact = true;
    demand(read_items(&doubles, bytes, size, &said, false) && doubles.count == kept->count,
           "what is accepted is so as doubles");
    const size_t count = kept->count < SOME / 4 ? 4 * kept->count : SOME;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            const double a = number_of(kept, i), b = number_of(kept, k), c = number_of(&doubles, i),
                         d = number_of(&doubles, k);
            demand((a < b) == (c < d) && (a > b) == (c > d), "numbers that are kept compare as the doubles do");
        }
    items_free(&doubles);
}

// Written as corners. That a size is lost in floats does not show there, so doubles that were kept for it are asked
// for.
static void write_and_read_again(const items *list, const saying *said)
{
    char *bytes = NULL;
    size_t size = 0;
    output out = { .file = open_memstream(&bytes, &size), .name = "memory" };
    demand(out.file != NULL, "there is memory for the items as text");
    put(&out, "min_x,min_y,max_x,max_y%s\n", list->has_texts ? ",id" : "");
    for (size_t i = 0; i < list->count; i++) {
        const qd_box box = items_box(list, i);
        put(&out, "%.17g,%.17g,%.17g,%.17g", box.min.x, box.min.y, box.max.x, box.max.y);
        if (list->has_texts) {
            put(&out, ",");
            put_id(&out, list, i, ',');
        }
        put(&out, "\n");
    }
    fclose(out.file);
    items again;
    const saying corners = { .exact = list->exact && said->sizes != NULL };
    demand(read_items(&again, bytes, size, &corners, false), "what was written out is accepted");
    demand_same(list, &again, "and is the same");
    items_free(&again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const saying sayings[] = {
        { 0 },
        { .columns = "x,y" },
        { .columns = "a,b,c,id", .separator = 2 },
        { .columns = "1,2,3,4" },
        { .columns = "2,1", .sizes = "3", .id = "1", .header = 2 },
        { .columns = "1,2", .header = 1, .separator = 3 },
        { .sizes = "w,h" },
        { .columns = "wkt" },
        { .columns = "1", .separator = 1 },
        { .columns = "1,2", .decimal = DECIMAL_COMMA },
        { .columns = "1,2", .id = "3", .quotes = QUOTES_NONE, .comments = COMMENTS_YES },
        { .separator = 4, .quotes = QUOTES_CSV, .comments = COMMENTS_NO },
        { .columns = "2,3", .sizes = "4,5", .separator = 5, .center = true },
        { .columns = "1,2,3,4,5,6", .decimal = DECIMAL_COMMA, .separator = 3 },
    };
    const char *bytes = (const char *)data;
    for (size_t i = 0; size > 0 && i < sizeof sayings / sizeof *sayings; i++) {
        items strict, lenient;
        bool accepted = read_items(&strict, bytes, size, &sayings[i], false);
        bool passed = read_items(&lenient, bytes, size, &sayings[i], true);
        if (accepted) {
            demand_order(&strict, bytes, size, sayings[i]);
            demand(passed, "what is accepted is so when bad rows are passed over");
            demand_same(&strict, &lenient, "and is the same");
        }
        if (passed)
            write_and_read_again(&lenient, &sayings[i]);
        items_free(&strict);
        items_free(&lenient);
    }
    return 0;
}
