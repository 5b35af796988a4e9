// What lies over the scene: names of the sides, explanations, what is wrong, the list of keys.
#include "panel_parts.h"

extern "C" {
#include "keys.h"
}

#include <cstdio>

static const ImGuiWindowFlags note_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                           ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing;

// A note in the scene's area, `x` and `y` from 0 to 1 across it.
static bool begin_note(const demo *show, const char *name, double x, double y)
{
    const view *v = &show->view;
    double edge = 10;
    ImGui::SetNextWindowPos(ImVec2((float)(v->left + edge + x * (v->width - 2 * edge)),
                                   (float)(v->top + edge + y * (v->height - 2 * edge))),
                            ImGuiCond_Always, ImVec2((float)x, (float)y));
    return ImGui::Begin(name, nullptr, note_flags);
}

static void show_warning(const demo *show, const char *name, const char *text, ImVec4 ground, double down)
{
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ground);
    begin_note(show, name, 0.5, down);
    ImGui::TextUnformatted(text);
    ImGui::End();
    ImGui::PopStyleColor();
}

static void show_warnings(const demo *show)
{
    char text[512];
    double down = show->side_count > 1 ? 0.08 : 0; // below the names of the sides
    bool wrong = readout_difference(show, text, sizeof text);
    if (wrong)
        show_warning(show, "wrong", text, ImVec4(0.75f, 0.05f, 0.05f, 1), down);
    if (show->message[0])
        show_warning(show, "message", show->message, ImVec4(0.45f, 0.2f, 0.02f, 1), wrong ? 0.3 : down);
}

static void show_sides(const demo *show)
{
    for (int i = 0; show->side_count > 1 && i < show->side_count; i++) {
        view seen = demo_side_view(show, i);
        char text[48];
        std::snprintf(text, sizeof text, "side %d", i);
        ImGui::SetNextWindowPos(ImVec2((float)(seen.left + 0.5 * seen.width), (float)seen.top + 8), ImGuiCond_Always,
                                ImVec2(0.5f, 0));
        ImGui::Begin(text, nullptr, note_flags | ImGuiWindowFlags_NoInputs);
        const index_costs &costs = show->sides[i].figures.costs;
        if (costs.uncounted == 0)
            readout_number(text, sizeof text, (double)costs.tests);
        ImGui::TextColored(tones[TONE_TITLE], "%s", readout_method(show, i));
        ImGui::SameLine();
        ImGui::Text("%s tests", costs.uncounted ? "?" : text);
        ImGui::End();
    }
}

static void show_explanation(demo *show)
{
    const step *now = explanation_now(&show->explanation);
    if (!now)
        return;
    float room = (float)show->view.width - 40;
    float wanted = 46 * ImGui::GetFontSize(), width = wanted < room ? wanted : room;
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    begin_note(show, "explanation", 0.5, 1);
    ImGui::TextWrapped("%s", now->text);
    if (ImGui::Button("Back"))
        explanation_go(&show->explanation, -1);
    ImGui::SameLine();
    if (ImGui::Button("Next"))
        explanation_go(&show->explanation, 1);
    ImGui::SameLine();
    if (ImGui::Button("Close"))
        explanation_end(&show->explanation);
    ImGui::SameLine();
    ImGui::TextColored(tones[TONE_QUIET], "%zu of %zu   (PageUp, PageDown, Esc)", show->explanation.at + 1,
                       show->explanation.count);
    ImGui::End();
}

static void help_row(const char *shown, const char *help)
{
    ImGui::TableNextColumn();
    ImGui::TextColored(tones[TONE_TITLE], "%s", shown);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(help);
}

static void show_help(const demo *show)
{
    if (!show->help)
        return;
    ImGui::SetNextWindowFocus();
    begin_note(show, "help", 0.5, 0.5);
    if (ImGui::BeginTable("keys", 4, ImGuiTableFlags_SizingFixedFit)) {
        for (size_t i = 0; i < keys_count; i++)
            if (keys[i].shown)
                help_row(keys[i].shown, keys[i].help);
        for (int i = 0; key_notes[i].shown; i++)
            help_row(key_notes[i].shown, key_notes[i].help);
        ImGui::EndTable();
    }
    ImGui::End();
}

// Where everything is out of sight: how to see it again.
static void show_way_back(demo *show)
{
    if (!demo_sees_nothing(show))
        return;
    begin_note(show, "way back", 0.5, 0.5);
    ImGui::TextUnformatted("The scene is out of view.");
    if (ImGui::Button("Home brings the view back"))
        demo_fit(show);
    ImGui::End();
}

// Without room for the panel: how to see it.
static void show_opener(panel *self, const demo *show, const panel_facts *facts)
{
    if (!self->window || !facts->narrow || facts->shown)
        return;
    begin_note(show, "opener", 1, 0);
    if (ImGui::SmallButton("Panel"))
        self->asked = true;
    ImGui::End();
}

void panel_notes(panel *self, demo *show, const panel_facts *facts)
{
    show_way_back(show);
    show_opener(self, show, facts);
    show_sides(show);
    show_explanation(show);
    show_warnings(show);
    show_help(show);
}
