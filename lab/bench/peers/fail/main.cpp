// What happens to other libraries, and to this one, on inputs that are hard: a table in Markdown. Each library runs on
// each input in a process of its own, with limits of time and memory, and its count is compared with brute force.
//   peers_fail
#include "fail.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

constexpr unsigned seconds_most = 5;
constexpr rlim_t bytes_most = rlim_t{ 1 } << 30, bytes_few = rlim_t{ 1 } << 28;

const char *const notes = "Each library runs in a process of its own, with 5 s of CPU time and 1 GiB (256 MiB where "
                          "memory is refused). Counts that\n"
                          "differ from brute force are bold; a box with a NaN side overlaps nothing. Times are for "
                          "inserting one by one and for all\n"
                          "questions, with how many times those of Quadrille. Box2D has floats and widens each box by "
                          "0.1; what it reports is then\n"
                          "compared exactly. Boost.Geometry has doubles, quadratic splits and 16 entries a node. GEOS "
                          "packs its tree at the first\n"
                          "question, and its header rules out insertions and removals after that. Quadrille refuses "
                          "boxes that are not finite, and\n"
                          "has doubles where the row says so.\n";

struct report {
    fail::outcome outcome;
    char exception[200]; // Empty: none.
};

// In the child.
void run(const fail::method &method, const fail::input &asked, int out)
{
    report done{};
    rlimit none{ 0, 0 }, memory{ asked.what == fail::job::no_memory ? bytes_few : bytes_most, bytes_most };
    rlimit time{ seconds_most, seconds_most + 1 };
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_AS, &memory);
    if (!freopen("/dev/null", "w", stderr))
        _exit(1);
    setrlimit(RLIMIT_CPU, &time);
    alarm(10 * seconds_most); // For what waits.
    try {
        done.outcome = method.run(asked);
    } catch (const std::exception &e) {
        snprintf(done.exception, sizeof done.exception, "%s", e.what());
    }
    _exit(write(out, &done, sizeof done) == sizeof done ? 0 : 1);
}

std::string death_of(int status)
{
    if (!WIFSIGNALED(status))
        return "**exit " + std::to_string(WEXITSTATUS(status)) + "**";
    switch (WTERMSIG(status)) {
    case SIGALRM:
    case SIGXCPU:
        return "**stopped after " + std::to_string(seconds_most) + " s**";
    case SIGABRT:
        return "**assertion fails (SIGABRT)**";
    case SIGSEGV:
        return "**crash (SIGSEGV)**";
    default:
        return std::string("**") + strsignal(WTERMSIG(status)) + "**";
    }
}

// In milliseconds, and how many times that of Quadrille.
std::string time_of(const fail::outcome &found, double own)
{
    char text[60];
    int length = snprintf(text, sizeof text, ", %.*f ms", found.milliseconds < 10 ? 1 : 0, found.milliseconds);
    if (own > 0)
        snprintf(text + length, sizeof text - static_cast<size_t>(length), " (%.*f x)",
                 found.milliseconds < own        ? 2
                 : found.milliseconds < 10 * own ? 1
                                                 : 0,
                 found.milliseconds / own);
    return text;
}

std::string text_of(const fail::input &asked, const fail::outcome &found, const uint64_t expected[2], double own)
{
    if (!found.able)
        return "no such call";
    if (asked.what == fail::job::no_memory)
        return found.count == found.expected ? "refused; the rest right" : "refused; the rest **wrong**";
    std::string text = found.refused ? std::to_string(found.refused) + " refused; the rest " : "";
    uint64_t right = expected[found.refused > 0];
    text += found.count == right ? "right" : "**wrong: " + std::to_string(found.count) + "**";
    return text + time_of(found, own);
}

// *own: the milliseconds of Quadrille, 0 before it has run, which sets it.
std::string cell_of(const fail::method &method, const fail::input &asked, const uint64_t expected[2], double *own)
{
    int ends[2], status = 0;
    if (pipe(ends))
        return "no pipe";
    pid_t child = fork();
    if (child == 0)
        run(method, asked, ends[1]);
    close(ends[1]);
    report done;
    bool whole = child > 0 && read(ends[0], &done, sizeof done) == sizeof done;
    close(ends[0]);
    if (child > 0)
        waitpid(child, &status, 0);
    if (!whole)
        return death_of(status);
    if (done.exception[0])
        return std::string("**exception: ") + done.exception + "**";
    std::string text = text_of(asked, done.outcome, expected, *own);
    if (*own == 0)
        *own = done.outcome.milliseconds;
    return text;
}

} // namespace

int main()
{
    const fail::method *const peers[] = { &fail::box2d, &fail::boost_rtree, &fail::geos_tree };
    printf("| input | brute force |");
    for (const fail::method *peer : peers)
        printf(" %s |", peer->name);
    printf(" %s |\n| --- | --: | --- | --- | --- | --- |\n", fail::quadrille.name);
    for (int i = 0;; i++) {
        fail::input asked = fail::input_at(i);
        if (!asked.name)
            break;
        const bool open = asked.what == fail::job::no_memory;
        const uint64_t expected[] = { open ? 0 : fail::brute(asked, false), open ? 0 : fail::brute(asked, true) };
        printf("| %s | %s |", asked.name, open ? "" : std::to_string(expected[0]).c_str());
        fflush(stdout); // Once, and not by each child as well.
        double own = 0;
        std::string ours = cell_of(fail::quadrille, asked, expected, &own);
        for (const fail::method *peer : peers) {
            printf(" %s |", cell_of(*peer, asked, expected, &own).c_str());
            fflush(stdout);
        }
        printf(" %s |\n", ours.c_str());
    }
    printf("\n%s", notes);
}
