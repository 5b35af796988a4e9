// From a command's tables to its settings, or to its help page.
#include "command.h"

#include "output.h"

#include <string.h>

enum { HELP_COLUMN = 26 };

// Prints text that may have several lines, all but the first indented.
static void put_indented(output *out, const char *text, int indent)
{
    for (;;) {
        size_t length = strcspn(text, "\n");
        put(out, "%.*s\n", (int)length, text);
        if (text[length] == 0)
            return;
        text += length + 1;
        put(out, "%*s", indent, "");
    }
}

static void put_option(output *out, char letter, const char *name, const char *value, const char *help)
{
    char left[80];
    int width = 0;
    if (letter != 0)
        width = snprintf(left, sizeof left, "  -%c, --%s", letter, name);
    else
        width = snprintf(left, sizeof left, "      --%s", name);
    if (value != NULL && width > 0 && (size_t)width < sizeof left)
        width += snprintf(left + width, sizeof left - (size_t)width, " %s", value);
    if (width >= HELP_COLUMN - 1)
        put(out, "%s\n%*s", left, HELP_COLUMN, "");
    else
        put(out, "%-*s", HELP_COLUMN, left);
    put_indented(out, help, HELP_COLUMN);
}

// The names that an option takes, where its value does not list them itself.
static void put_choices(output *out, const option *o)
{
    enum { LINE_END = 80 };
    if (o->kind != OPTION_CHOICE || strchr(o->value, '|') != NULL)
        return;
    int column = HELP_COLUMN + (int)strlen(o->value) + 1;
    put(out, "%*s%s:", HELP_COLUMN, "", o->value);
    for (int i = 0; o->choices[i] != NULL; i++) {
        int width = (int)strlen(o->choices[i]) + (o->choices[i + 1] != NULL);
        bool fits = column + 1 + width <= LINE_END;
        if (fits)
            put(out, " ");
        else
            put(out, "\n%*s", HELP_COLUMN, "");
        put(out, "%s%s", o->choices[i], o->choices[i + 1] != NULL ? "," : "\n");
        column = (fits ? column + 1 : HELP_COLUMN) + width;
    }
}

status command_help(const command *c)
{
    output out = output_standard();
    put(&out, "Usage: quadrille %s [OPTIONS]", c->name);
    if (c->operand != NULL)
        put(&out, c->optional ? " [%s]" : " %s", c->operand);
    if (c->second != NULL)
        put(&out, " %s", c->second);
    put(&out, "\n\n%s\n\nOptions:\n", c->description);
    for (const option *o = c->options; o->name != NULL; o++) {
        put_option(&out, o->letter, o->name, o->kind == OPTION_FLAG ? NULL : o->value, o->help);
        put_choices(&out, o);
    }
    put_option(&out, 'h', "help", NULL, "this text");
    put(&out, "\nExample:\n");
    put(&out, "    ");
    put_indented(&out, c->example, 4);
    return output_finish(&out, STATUS_DONE);
}

bool command_parse(const command *c, int argc, char **argv, void *settings, status *result)
{
    const char *operands[2] = { NULL, NULL };
    const size_t wanted = c->second != NULL ? 2 : c->operand != NULL;
    bool help = false;
    *result = STATUS_USAGE;
    if (!options_parse(c->options, operands, wanted, argc, argv, settings, &help))
        return false;
    if (help) {
        *result = command_help(c);
        return false;
    }
    for (size_t i = 0; i < wanted; i++) {
        if (operands[i] == NULL && c->optional)
            break;
        if (operands[i] == NULL) {
            complain("%s: %s is missing; quadrille %s --help shows how it is used", c->name,
                     i == 0 ? c->operand : c->second, c->name);
            return false;
        }
        if (operands[i][0] == 0) {
            complain("%s: the name of %s is empty", c->name, i == 0 ? c->operand : c->second);
            return false;
        }
        *(const char **)((char *)settings + (i == 0 ? c->operand_offset : c->second_offset)) = operands[i];
    }
    return true;
}
