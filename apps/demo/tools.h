/// What the mouse's left button does, by tool; what is no tool's goes to the scene.
#ifndef QUADRILLE_DEMO_TOOLS_H
#define QUADRILLE_DEMO_TOOLS_H

#include "demo.h"

/// A button at a pixel: 1 left, 3 right. The right one lets go of a tool's question; with TOOL_SCENE it is the scene's.
void tools_press(demo *self, int button, double x, double y);
void tools_release(demo *self, int button, double x, double y);
void tools_point(demo *self, double x, double y);

void tools_choose(demo *self, tool choice);

/// Explains the question that is asked, or one for a box around the mouse; pauses. A message says why not.
void tools_explain(demo *self);

/// Adds an item at the mouse and explains that; pauses. A message says why not.
void tools_explain_insert(demo *self);

#endif
