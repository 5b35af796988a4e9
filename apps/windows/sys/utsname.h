/// The system by its name.
#ifndef QUADRILLE_WINDOWS_UTSNAME_H
#define QUADRILLE_WINDOWS_UTSNAME_H

struct utsname {
    char sysname[16], release[16];
};

int uname(struct utsname *about);

#endif
