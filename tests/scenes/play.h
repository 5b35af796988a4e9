/// Scenes played without a window, for their tests.
#ifndef TESTS_SCENES_PLAY_H
#define TESTS_SCENES_PLAY_H

#include <stage.h>
#include <unit.h>

/// Opens a scene by a method, closed edges; fails the test where that fails.
stage play_open(const scene_kind *kind, const scene_def *def, size_t method);

/// Ticks with a script of events that presses every key and clicks in many places, the same in every run; fails the
/// test if host and guest, if there is one, differ.
void play(stage *self, size_t ticks);

/// The value of a counter; fails the test if there is none of that name.
uint64_t play_counter(const stage *self, const char *name);

/// Opens, plays so many ticks, closes, and returns the hash.
uint64_t play_hash(const scene_kind *kind, const scene_def *def, size_t method, size_t ticks);

/// Ticks without any events.
void play_alone(stage *self, size_t ticks);

/// Hands an event to the scene.
void play_key(stage *self, scene_key key, bool down);
void play_mouse(stage *self, scene_event_kind kind, float x, float y, int button);

/// The scene with events goes through extremes of size, speed and world without an invalid box.
void play_extremes(const scene_kind *kind, size_t count);

/// Brute force over all items: how many are on a layer of `mask` (0: all) and overlap a box, edges included.
size_t play_overlapping(const stage *self, fbox box, uint32_t mask);

/// The tests of one scene each.
int edit_tests(void);
int drift_tests(void);
int snacks_tests(void);
int entities_tests(void);
int particles_tests(void);
int pathological_tests(void);
int pile_tests(void);
int village_tests(void);
int galaxies_tests(void);
int lights_tests(void);
int world_tests(void);
int contacts_tests(void);
int image_tests(void);
int tiles_tests(void);
int gravity_tests(void);

#endif
