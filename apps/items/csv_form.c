// Tries each form on the first rows.
#include "csv_form.h"

#include <string.h>

enum { ROWS_TRIED = 10 };

// How a form fits, the more important first.
typedef struct form_fit {
    bool found;    // the columns
    size_t right;  // rows
    bool parted;   // into more than one field
    bool steady;   // as many fields in every row
    bool clean;    // the wanted fields hold no other separator
    size_t rows;   // that were tried
    size_t width;  // of the first row
    size_t first;  // where the separator comes first
    bool decimals; // commas are decimal commas, and there are some
} form_fit;

static const char candidates[] = ",;\t| ";

static csv_quotes quotes_of(char separator, quotes_wish wish)
{
    if (wish == QUOTES_NONE)
        return CSV_QUOTES_TEXT;
    if (wish == QUOTES_CSV || separator == ',' || separator == ';')
        return CSV_QUOTES_AROUND;
    return CSV_QUOTES_LINE;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Are all commas of the row decimal commas? *some: it has one.
static bool has_decimals(const csv_reader *csv, bool *some)
{
    for (size_t i = 0; i < csv->count; i++) {
        const char *text = csv_field(csv, i), *comma = strchr(text, ',');
        if (comma == NULL)
            continue;
        if (comma == text || !is_digit(comma[-1]) || !is_digit(comma[1]) || strchr(comma + 1, ',') != NULL)
            return false;
        *some = true;
    }
    return true;
}

// Do the wanted fields hold no other separator?
static bool is_clean(const columns *c, const csv_reader *csv)
{
    for (int i = c->has_id ? -1 : 0; i < c->count && c->kind != COLUMNS_WKT; i++) {
        const size_t at = i < 0 ? c->id : c->at[i];
        if (at < csv->count && strpbrk(csv_field(csv, at), c->decimal_comma ? ";\t|" : ",;\t|") != NULL)
            return false;
    }
    return true;
}

static form_fit try_form(csv_reader *csv, const column_wishes *wishes)
{
    form_fit fit = { .steady = true, .clean = true, .decimals = true, .first = SIZE_MAX };
    columns c = { .count = 0 };
    const bool blanks = csv->form.separator == ' '; // texts hold them too
    bool some = false;
    size_t behind = 0; // fields of a header behind a #
    for (csv_result result = CSV_ROW; fit.rows < ROWS_TRIED;) {
        result = csv_next(csv);
        if (result == CSV_END || result == CSV_BROKEN)
            break;
        if (csv->hash && wishes->comments != COMMENTS_NO) {
            columns header;
            csv_take_off_hash(csv);
            if (fit.rows == 0 && columns_seek(&header, csv, wishes)) {
                c = header;
                behind = csv->count;
            }
            continue;
        }
        if (fit.rows++ == 0) {
            csv->width = fit.width = csv->count;
            fit.found = behind == csv->count || columns_seek(&c, csv, wishes);
            fit.parted = csv->count > 1 && (!blanks || fit.found);
            fit.first = csv->count > 1 && !blanks ? csv->fields[1].start : SIZE_MAX;
        }
        const bool whole = csv->count == csv->width;
        fit.steady = fit.steady && whole;
        fit.decimals = fit.decimals && has_decimals(csv, &some);
        fit.clean = fit.clean && is_clean(&c, csv);
        fit.right += whole && fit.found && result == CSV_ROW && columns_are_right(&c, csv);
    }
    fit.decimals = fit.decimals && some && fit.parted && fit.steady;
    return fit;
}

static bool is_better(const form_fit *a, const form_fit *b)
{
    if (a->found != b->found)
        return a->found;
    if (a->right != b->right)
        return a->right > b->right;
    if (a->parted != b->parted)
        return a->parted;
    if (a->steady != b->steady)
        return a->steady;
    if (a->clean != b->clean)
        return a->clean;
    return a->first <= b->first; // alike if nothing is parted; then the comma, which comes last
}

csv_form csv_form_find(const char *head, size_t size, bool whole, const column_wishes *wishes, size_t *width,
                       bool *enough)
{
    const bool lines = memchr(head, '\n', size) != NULL || memchr(head, '\r', size) == NULL;
    csv_form best = { ',', CSV_QUOTES_AROUND, lines ? '\n' : '\r' };
    // Without a last row that is cut off, unless it is the only one.
    size_t looked = size;
    while (!whole && looked > 0 && head[looked - 1] != best.row_end)
        looked--;
    looked = looked > 0 ? looked : size;
    form_fit best_fit = { .first = 0 };
    bool any = false, comma = true;
    *enough = whole;
    for (size_t i = sizeof candidates - 1; i-- > 0;) { // the comma last
        const char separator = candidates[i];
        if ((wishes->separator != 0 && separator != wishes->separator) || (separator == ',' && any && !comma))
            continue;
        csv_reader csv;
        csv_form form = { separator, quotes_of(separator, wishes->quotes), best.row_end };
        if (!csv_begin_bytes(&csv, head, looked)) {
            *enough = true; // out of memory; reading the file will report it
            break;
        }
        csv.form = form;
        const form_fit fit = try_form(&csv, wishes);
        csv_end(&csv);
        // A single column may be of geometries with commas in them.
        const bool alone = separator == '\t' && fit.right > 0;
        const bool possible = fit.parted || alone || separator == ',' || separator == wishes->separator;
        comma = comma && !fit.decimals && !(wishes->decimal_comma && fit.parted);
        if (possible && (!any || is_better(&fit, &best_fit))) {
            best = form;
            best_fit = fit;
            *width = fit.width;
            *enough = whole || fit.rows == ROWS_TRIED;
            any = true;
        }
    }
    return best;
}

char csv_form_said(const char *head, size_t size)
{
    char line[8] = "";
    size_t length = 0;
    while (length < size && length < sizeof line - 1 && head[length] != '\r' && head[length] != '\n') {
        line[length] = head[length];
        length++;
    }
    const bool quoted = line[0] == '"';
    if (strncmp(line + quoted, "sep=", 4) != 0 || length != 5 + 2 * (size_t)quoted)
        return 0;
    const char said = line[4 + quoted];
    if (said == 0 || strchr(candidates, said) == NULL)
        return 0;
    return said;
}

const char *csv_form_separators(char separator)
{
    return separator == ','    ? "commas"
           : separator == ';'  ? "semicolons"
           : separator == '\t' ? "tabs"
           : separator == '|'  ? "bars"
                               : "blanks";
}
