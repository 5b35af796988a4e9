// Handlers that stay: those of Windows are forgotten as soon as a signal has come.
#include <errno.h>

enum { SIGNALS_MOST = 32 };
static void (*handlers[SIGNALS_MOST])(int number);

static void handle(int number)
{
    (void)signal(number, handle);
    handlers[number](number);
}

int sigaction(int number, const struct sigaction *to, struct sigaction *from)
{
    if (number != SIGINT && number != SIGTERM) {
        errno = EINVAL; // Windows sends no others
        return -1;
    }
    if (from) {
        void (*const own)(int) = signal(number, SIG_DFL);
        (void)signal(number, own);
        *from = (struct sigaction){ own == handle ? handlers[number] : own, 0, 0 };
    }
    if (to) {
        handlers[number] = to->sa_handler;
        (void)signal(number, to->sa_handler == SIG_DFL || to->sa_handler == SIG_IGN ? to->sa_handler : handle);
    }
    return 0;
}
