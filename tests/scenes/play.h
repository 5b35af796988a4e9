/// @file play.h
/// Scenes played without a window, for their tests.
#ifndef TESTS_SCENES_PLAY_H
#define TESTS_SCENES_PLAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stage.h>

#include <cmocka.h>

/// Opens a scene by a method, closed edges; fails the test where that fails.
stage play_open(const scene_kind *kind, const scene_def *def, size_t method);

/// Ticks with a script of events that presses every key and clicks in many places, the same in every run; fails the
/// test if host and guest, if there is one, differ.
void play(stage *self, size_t ticks);

/// The value of a counter; fails the test if there is none of that name.
uint64_t play_counter(const stage *self, const char *name);

/// Opens, plays so many ticks, closes, and returns the hash.
uint64_t play_hash(const scene_kind *kind, const scene_def *def, size_t method, size_t ticks);

/// The tests of one scene.
int drift_tests(void);

#endif
