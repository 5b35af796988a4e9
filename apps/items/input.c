// What a user says about a file, and what of that is about CSV alone.
#include "input.h"

#include "report.h"

const char *const edges_names[] = { "closed", "open", NULL };
const char *const separator_names[] = { "auto", "comma", "semicolon", "tab", "bar", "blanks", NULL };
const char *const header_names[] = { "auto", "yes", "no", NULL };
const char *const quotes_names[] = { "auto", "none", "csv", NULL };
const char *const comments_names[] = { "auto", "yes", "no", NULL };
const char *const decimal_names[] = { "point", "comma", NULL };

const char *input_of_writing(const input *in)
{
    return in->decimal != 0 ? "decimal" : in->quotes != 0 ? "quotes" : in->comments != 0 ? "comments" : NULL;
}

const char *input_of_columns(const input *in)
{
    return in->columns != NULL  ? "columns"
           : in->sizes != NULL  ? "size-columns"
           : in->header != 0    ? "header"
           : in->separator != 0 ? "separator"
           : in->center         ? "center"
           : in->with_others    ? NULL
                                : input_of_writing(in);
}

const char *input_of_bad(const input *in)
{
    return in->bad_rows != NULL ? "bad-rows" : in->skip_bad ? "skip-bad" : NULL;
}

bool input_no_rows(const input *in, const char *name, const char *what)
{
    const char *said = input_of_columns(in);
    if (in->one_of_some || (said == NULL && in->id == NULL && (!in->skip_bad || in->with_others)))
        return true;
    if (said != NULL)
        complain_at(name, 0, "--%s is for CSV files, and this is %s", said, what);
    else
        complain_at(name, 0, "--%s is for CSV and GeoJSON files, and this is %s",
                    in->id != NULL ? "id" : input_of_bad(in), what);
    return false;
}
