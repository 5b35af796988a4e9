#include "ground.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

bool ground_read(const char *text, uint8_t color[3])
{
    text += text[0] == '#';
    if (strlen(text) != 6 || strspn(text, "0123456789abcdefABCDEF") != 6) {
        complain("--ground needs six digits of base 16, as in 336699, not '%s'", text);
        return false;
    }
    const unsigned long value = strtoul(text, NULL, 16);
    for (int c = 0; c < 3; c++)
        color[c] = (uint8_t)(value >> (16 - 8 * c));
    return true;
}
