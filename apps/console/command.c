// From a command's tables to its settings, or to its help page.
#include "command.h"

#include "output.h"
#include "suggest.h"

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

const char *command_word(const command *c)
{
    const char *blank = strrchr(c->name, ' ');
    return blank != NULL ? blank + 1 : c->name;
}

static status parts_help(const command *c)
{
    output out = output_standard();
    put(&out, "Usage: quadrille %s COMMAND [OPTIONS]\n\n%s\n\nCommands:\n", c->name, c->description);
    for (const command *const *part = c->parts; *part != NULL; part++)
        put(&out, "  %-10s %s\n", command_word(*part), (*part)->summary);
    put(&out, "\nquadrille %s COMMAND --help shows the options of each.\n\nExample:\n    ", c->name);
    put_indented(&out, c->example, 4);
    return output_finish(&out, STATUS_DONE);
}

status command_help(const command *c)
{
    if (c->parts != NULL)
        return parts_help(c);
    output out = output_standard();
    put(&out, "Usage: %s %s [OPTIONS]", report_name(), c->name);
    if (c->operand != NULL)
        put(&out, c->optional ? " [%s]" : " %s", c->operand);
    if (c->second != NULL)
        put(&out, " %s", c->second);
    put(&out, "\n\n%s\n\nOptions:\n", c->description);
    for (const option *o = c->options; o->name != NULL; o++) {
        if (o->kind == OPTION_REFUSED)
            continue;
        put_option(&out, o->letter, o->name, o->kind == OPTION_FLAG ? NULL : o->value, o->help);
        put_choices(&out, o);
    }
    put_option(&out, 'h', "help", NULL, "this text");
    put(&out, "\nExample:\n    ");
    put_indented(&out, c->example, 4);
    return output_finish(&out, STATUS_DONE);
}

status command_version(int version)
{
    output out = output_standard();
    put(&out, "%s %d.%d.%d\n", report_name(), version / 10000, version / 100 % 100, version % 100);
    return output_finish(&out, STATUS_DONE);
}

bool command_parse(const command *c, int argc, char **argv, void *settings, status *result)
{
    const char *operands[3] = { NULL, NULL, NULL };
    const size_t wanted = c->second != NULL ? 2 : c->operand != NULL;
    bool help = false;
    *result = STATUS_USAGE;
    if (!options_parse(c->options, c->name, operands, wanted + (c->surplus != NULL), argc, argv, settings, &help))
        return false;
    if (help) {
        *result = command_help(c);
        return false;
    }
    if (operands[wanted] != NULL) {
        complain("unexpected argument '%s'; %s", operands[wanted], c->surplus);
        return false;
    }
    for (size_t i = 0; i < wanted; i++) {
        if (operands[i] == NULL && c->optional)
            break;
        if (operands[i] == NULL) {
            complain("%s: %s is missing; %s %s --help shows how it is used", c->name, i == 0 ? c->operand : c->second,
                     report_name(), c->name);
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

bool command_refuses(const command *c, const char *wrong)
{
    if (wrong != NULL)
        complain("%s: %s", c->name, wrong);
    return wrong != NULL;
}

const command *command_find(const command *const *table, const char *name, const command *above)
{
    const char *best = NULL, *of = above != NULL ? above->name : "", *blank = above != NULL ? " " : "";
    size_t limit = suggest_limit(name);
    for (; *table != NULL; table++) {
        size_t distance = edit_distance(name, command_word(*table));
        if (distance == 0)
            return *table;
        if (distance <= limit) {
            best = command_word(*table);
            limit = distance;
        }
    }
    if (best != NULL)
        complain("unknown command '%s%s%s'; did you mean %s?", of, blank, name, best);
    else
        complain("unknown command '%s%s%s'; %s %s%s--help lists the commands", of, blank, name, report_name(), of,
                 blank);
    return NULL;
}

status command_run(const command *c, const command *const *all, int argc, char **argv)
{
    if (c->run_about != NULL)
        return c->run_about(all, argc, argv);
    if (c->parts == NULL)
        return c->run(argc, argv);
    if (argc < 2) {
        complain("%s: COMMAND is missing; quadrille %s --help lists them", c->name, c->name);
        return STATUS_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return command_help(c);
    const command *part = command_find(c->parts, argv[1], c);
    return part != NULL ? command_run(part, all, argc - 1, argv + 1) : STATUS_USAGE;
}
