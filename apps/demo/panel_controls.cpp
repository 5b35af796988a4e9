// What can be changed in the panel.
#include "panel_parts.h"

extern "C" {
#include "tools.h"
}

#include <cstdio>

static void choose_scene(demo *show)
{
    if (!ImGui::BeginCombo("Scene", label_scene(show->def.scene)))
        return;
    for (size_t i = 0; scenes[i]; i++) {
        char label[160];
        std::snprintf(label, sizeof label, "%zu  %s", i + 1, label_scene(scenes[i]));
        if (ImGui::Selectable(label, show->def.scene == scenes[i]))
            demo_set_scene(show, scenes[i]);
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("%s", scenes[i]->summary);
    }
    ImGui::EndCombo();
}

static void choose_method(demo *show)
{
    size_t now = index_method(show->sides[0].stage.index);
    if (!ImGui::BeginCombo("Method", label_method(now)))
        return;
    for (size_t i = 0; contender_names[i]; i++)
        if (ImGui::Selectable(label_method(i), i == now))
            demo_set_method(show, i);
    ImGui::EndCombo();
}

static void choose_split(demo *show)
{
    size_t now = show->def.split;
    if (!ImGui::BeginCombo("Beside it", now == NO_METHOD ? "Nothing" : label_method(now)))
        return;
    if (ImGui::Selectable("Nothing", now == NO_METHOD))
        demo_set_split(show, NO_METHOD);
    for (size_t i = 0; contender_names[i]; i++)
        if (ImGui::Selectable(label_method(i), i == now))
            demo_set_split(show, i);
    ImGui::EndCombo();
}

void panel_scene_controls(panel *self, demo *show, const panel_facts *facts)
{
    choose_scene(show);
    choose_method(show);
    choose_split(show);
    if (ImGui::Button(show->paused ? "Go on" : "Pause"))
        show->paused = !show->paused;
    ImGui::SameLine();
    if (ImGui::Button("Step")) {
        show->paused = true;
        demo_tick(show);
    }
    ImGui::SameLine();
    if (ImGui::Button("Restart"))
        demo_restart(show);
    ImGui::SameLine();
    if (ImGui::Button("Keys"))
        show->help = !show->help;
    if (!facts->narrow)
        return;
    ImGui::SameLine();
    if (ImGui::Button("Hide"))
        self->asked = true;
}

// True when a slider was let go of with another value than before. While it is held, the panel's own number is what it
// shows.
static bool released()
{
    return ImGui::IsItemDeactivatedAfterEdit();
}

// A map has a fixed number of items.
static void show_count(panel *self, demo *show)
{
    const scene_kind *kind = show->def.scene;
    size_t most = kind->most < 1000000 ? kind->most : 1000000;
    bool of_map = demo_count_is_of_map(show);
    ImGui::BeginDisabled(of_map);
    ImGui::SliderInt("Count", &self->count, kind->least > 0 ? (int)kind->least : 1, (int)most,
                     of_map ? "%d, by the map" : "%d", ImGuiSliderFlags_Logarithmic);
    if (released())
        demo_set_count(show, self->count > 0 ? (size_t)self->count : 1);
    else if (!ImGui::IsItemActive())
        self->count = (int)demo_count(show);
    ImGui::EndDisabled();
}

static void show_scene_sliders(panel *self, demo *show)
{
    const char *own = "the scene's own";
    ImGui::TextColored(tones[TONE_QUIET], "these start the scene again:");
    show_count(self, show);
    const char *size_name = show->def.scene->size_name;
    ImGui::SliderFloat(size_name ? size_name : "Size", &self->size, 0, 64, self->size < 0 ? own : "%.1f");
    if (released())
        demo_set_size(show, self->size);
    else if (!ImGui::IsItemActive())
        self->size = show->def.scene_def.size;
    ImGui::SliderFloat("Speed", &self->speed, 0, 16, self->speed < 0 ? own : "%.2f");
    if (released())
        demo_set_speed(show, self->speed);
    else if (!ImGui::IsItemActive())
        self->speed = show->def.scene_def.speed;
}

// At once: the scene goes on.
static void show_levels(panel *self, demo *show)
{
    const int most = show->def.scene->levels_most;
    if (most == 0)
        return;
    self->levels = show->levels < 0 ? most : show->levels;
    if (ImGui::SliderInt("Levels", &self->levels, 0, most, "%d", ImGuiSliderFlags_AlwaysClamp))
        demo_set_levels(show, self->levels == most ? -1 : self->levels);
}

static void show_tree_sliders(panel *self, demo *show)
{
    const index_def *def = &show->def.index_def;
    ImGui::TextColored(tones[TONE_QUIET], "and these the tree alone:");
    ImGui::SliderInt("Capacity", &self->capacity, 1, 512, "%d", ImGuiSliderFlags_Logarithmic);
    bool changed = released(), held = ImGui::IsItemActive();
    ImGui::SliderInt("Max depth", &self->depth, 1, QD_MAX_DEPTH);
    changed = changed || released();
    held = held || ImGui::IsItemActive();
    if (changed && self->capacity >= 1 && self->capacity <= 4096 && self->depth >= 1 && self->depth <= QD_MAX_DEPTH)
        demo_set_shape(show, self->capacity, self->depth);
    if (held)
        return;
    self->capacity = def->leaf_capacity ? def->leaf_capacity : 64;
    self->depth = def->max_depth ? def->max_depth : 16;
}

void panel_sliders(panel *self, demo *show)
{
    show_levels(self, show);
    show_scene_sliders(self, show);
    show_tree_sliders(self, show);
}

static void choose_tool(demo *show)
{
    const float gap = 3;
    float width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
    for (int i = 0; i < TOOLS; i++) {
        if (i % 4)
            ImGui::SameLine(0, gap);
        if (show->tool == i)
            ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0.75f, 0.36f, 0.05f, 1));
        bool chosen = show->tool == i;
        if (ImGui::Button(label_tool((tool)i), ImVec2(width, 0)))
            tools_choose(show, (tool)i);
        if (chosen)
            ImGui::PopStyleColor();
    }
}

static void choose_overlays(demo *show)
{
    for (int i = 0; i < OVERLAYS; i++) {
        if (i % 3)
            ImGui::SameLine();
        ImGui::Checkbox(label_overlay((overlay)i), &show->overlays[i]);
    }
    bool verify = show->def.verify;
    ImGui::SameLine();
    if (ImGui::Checkbox("Verify", &verify))
        demo_set_verify(show, verify);
}

void panel_tools(demo *show)
{
    choose_tool(show);
    choose_overlays(show);
    if (ImGui::Button("Explain"))
        tools_explain(show);
}
