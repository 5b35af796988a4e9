#include "message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool format_fail(format_message *message, size_t line, const char *format, ...)
{
    if (message->fault != FORMAT_NO_FAULT)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    message->fault = FORMAT_INPUT;
    message->line = line;
    return false;
}

bool format_no_memory(format_message *message)
{
    if (message->fault == FORMAT_NO_FAULT) {
        format_fail(message, 0, "%s", strerror(ENOMEM));
        message->fault = FORMAT_ENVIRONMENT;
    }
    return false;
}
