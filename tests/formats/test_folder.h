/// A folder for the files of a test, which then works in it, and files in it.
#ifndef QUADRILLE_TESTS_FOLDER_H
#define QUADRILLE_TESTS_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <unit.h>

static inline int leave_and_remove(const char *folder)
{
    char command[96];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static inline void put_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

#endif
