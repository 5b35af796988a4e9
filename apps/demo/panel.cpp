// The panel, by Dear ImGui; the one file in C++.
extern "C" {
#include "demo.h"
#include "keys.h"
#include "readout.h"
#include "tools.h"
}
#include "panel.h"

#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <imgui_impl_sdl.h>
#include <new>

struct panel {
    SDL_Renderer *renderer;
    SDL_Window *window;
    SDL_Texture *letters;
    float text;
    // What the sliders show while they are held.
    int count, capacity, depth;
    float size, speed;
};

// By tone: plain, quiet, good, bad, title.
static const ImVec4 tones[TONES] = { ImVec4(1, 1, 1, 1), ImVec4(0.62f, 0.67f, 0.74f, 1), ImVec4(0.35f, 0.85f, 0.55f, 1),
                                     ImVec4(1, 0.42f, 0.3f, 1), ImVec4(0.94f, 0.89f, 0.26f, 1) };

static void set_style(float text)
{
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowRounding = style.FrameRounding = style.GrabRounding = 0;
    style.WindowBorderSize = 0;
    style.FramePadding = ImVec2(5, 2);
    style.ItemSpacing = ImVec2(6, 3);
    style.AntiAliasedFill = style.AntiAliasedLines = false; // plain rectangles are drawn fastest
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.125f, 0.145f, 0.185f, 1);
    style.Colors[ImGuiCol_FrameBg] = ImVec4(0.19f, 0.22f, 0.28f, 1);
    style.Colors[ImGuiCol_Header] = ImVec4(0.19f, 0.25f, 0.34f, 1);
    style.Colors[ImGuiCol_Button] = ImVec4(0.2f, 0.33f, 0.47f, 1);
    style.Colors[ImGuiCol_CheckMark] = style.Colors[ImGuiCol_SliderGrab] = ImVec4(0.34f, 0.71f, 0.91f, 1);
    style.Colors[ImGuiCol_PlotHistogram] = style.Colors[ImGuiCol_PlotLines] = ImVec4(0.34f, 0.71f, 0.91f, 1);
    style.ScaleAllSizes(text);
    ImGui::GetStyle() = style;
}

static bool make_letters(panel *self)
{
    ImGuiIO &io = ImGui::GetIO();
    unsigned char *pixels = nullptr;
    int width = 0, height = 0;
    ImFontConfig config;
    config.SizePixels = std::floor(13 * self->text + 0.5f);
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    io.Fonts->Clear();
    io.Fonts->AddFontDefault(&config);
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    if (self->letters)
        SDL_DestroyTexture(self->letters);
    self->letters = SDL_CreateTexture(self->renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC, width, height);
    if (!self->letters || SDL_UpdateTexture(self->letters, nullptr, pixels, 4 * width) != 0)
        return false;
    SDL_SetTextureBlendMode(self->letters, SDL_BLENDMODE_BLEND);
    io.Fonts->SetTexID(self->letters);
    return true;
}

bool panel_restore(panel *self)
{
    return make_letters(self);
}

bool panel_set_text(panel *self, float text)
{
    self->text = text;
    set_style(text);
    return make_letters(self);
}

panel *panel_create(SDL_Renderer *renderer, SDL_Window *window, float text)
{
    panel *self = new (std::nothrow) panel();
    if (!self)
        return nullptr;
    self->renderer = renderer;
    self->window = window;
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr; // writes no file
    if (window)
        ImGui_ImplSDL2_InitForSDLRenderer(window);
    if (panel_set_text(self, text))
        return self;
    panel_destroy(self);
    return nullptr;
}

void panel_destroy(panel *self)
{
    if (!self)
        return;
    if (self->letters)
        SDL_DestroyTexture(self->letters);
    if (self->window)
        ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
    delete self;
}

bool panel_takes(panel *self, const SDL_Event *event)
{
    if (!self->window)
        return false;
    ImGui_ImplSDL2_ProcessEvent(event);
    const ImGuiIO &io = ImGui::GetIO();
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEWHEEL:
        return io.WantCaptureMouse;
    case SDL_KEYDOWN:
    case SDL_TEXTINPUT:
        return io.WantTextInput;
    default:
        return false; // all know where the mouse is, and what saw a key or a button go down must see it go up
    }
}

int panel_width(const panel *self)
{
    return (int)(300 * self->text);
}

// ---- What it shows ----

static void show_rows(const char *name, const readout_row *rows, size_t count, int values)
{
    if (!ImGui::BeginTable(name, 1 + values, ImGuiTableFlags_SizingStretchProp))
        return;
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 95 * ImGui::GetFontSize() / 13);
    for (size_t i = 0; i < count; i++) {
        ImGui::TableNextColumn();
        ImGui::TextColored(tones[TONE_QUIET], "%s", rows[i].name);
        for (int k = 0; k < values; k++) {
            const readout_cell &cell = rows[i].cells[k];
            ImGui::TableNextColumn();
            float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(cell.text).x;
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + (room > 0 ? room : 0));
            ImGui::TextColored(tones[cell.tone], "%s", cell.text);
        }
    }
    ImGui::EndTable();
}

static void show_figures(const demo *show, const panel_facts *facts)
{
    readout_row rows[READOUT_ROWS + 1] = {};
    size_t count = show->side_count > 1; // then the first row says whose figures they are
    rows[0].name = "";
    for (int i = 0; count > 0 && i < show->side_count; i++) {
        std::snprintf(rows[0].cells[i].text, sizeof rows[0].cells[i].text, "%s", readout_method(show, i));
        rows[0].cells[i].tone = TONE_TITLE;
    }
    count += readout_figures(show, facts->times, rows + count);
    show_rows("figures", rows, count, show->side_count);
}

static void show_counters(const demo *show)
{
    readout_row rows[READOUT_ROWS] = {};
    show_rows("counters", rows, readout_counters(show, rows), 1);
}

static void show_question(const demo *show)
{
    char text[160];
    for (int i = 0; i < show->side_count; i++)
        if (readout_question(show, i, text, sizeof text))
            ImGui::TextWrapped("%s", text);
}

static void show_plot(const demo *show, const panel_facts *facts)
{
    for (int i = 0; facts->times && i < show->side_count; i++) {
        const figures *f = &show->sides[i].figures;
        float most = figures_quantile(f, 1);
        int first = f->kept < FIGURES_KEPT ? 0 : (int)f->next;
        char label[64];
        std::snprintf(label, sizeof label, "%s: up to %.2f ms", readout_method(show, i), (double)most);
        ImGui::PushID(i);
        ImGui::PlotLines(
            "##ms", f->ms, (int)f->kept, first, label, 0, 2 * most,
            ImVec2(ImGui::GetContentRegionAvail().x, (show->side_count > 1 ? 2.0f : 3.0f) * ImGui::GetFontSize()));
        ImGui::PopID();
    }
}

static void show_rates(const panel_facts *facts)
{
    if (facts->times && facts->frames_a_second > 0)
        ImGui::TextColored(tones[TONE_QUIET], "drawing %.1f ms, %.0f ticks/s, %.0f frames/s", facts->draw_ms,
                           facts->ticks_a_second, facts->frames_a_second);
}

// ---- What can be changed ----

static void choose_scene(demo *show)
{
    if (!ImGui::BeginCombo("scene", show->def.scene->name))
        return;
    for (size_t i = 0; scenes[i]; i++) {
        char label[160];
        std::snprintf(label, sizeof label, "%zu %s", i + 1, scenes[i]->name);
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
    if (!ImGui::BeginCombo("method", contender_names[now]))
        return;
    for (size_t i = 0; contender_names[i]; i++)
        if (ImGui::Selectable(contender_names[i], i == now))
            demo_set_method(show, i);
    ImGui::EndCombo();
}

static void choose_split(demo *show)
{
    size_t now = show->def.split;
    if (!ImGui::BeginCombo("beside it", now == NO_METHOD ? "nothing" : contender_names[now]))
        return;
    if (ImGui::Selectable("nothing", now == NO_METHOD))
        demo_set_split(show, NO_METHOD);
    for (size_t i = 0; contender_names[i]; i++)
        if (ImGui::Selectable(contender_names[i], i == now))
            demo_set_split(show, i);
    ImGui::EndCombo();
}

static void show_buttons(demo *show)
{
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
}

// True when a slider was let go of with another value than before. While it is held, `held` is what it shows.
static bool released()
{
    return ImGui::IsItemDeactivatedAfterEdit();
}

static void show_scene_sliders(panel *self, demo *show)
{
    const scene_kind *kind = show->def.scene;
    const ImGuiSliderFlags by_powers = ImGuiSliderFlags_Logarithmic;
    size_t most = kind->most < 1000000 ? kind->most : 1000000;
    ImGui::SliderInt("count", &self->count, kind->least > 0 ? (int)kind->least : 1, (int)most, "%d", by_powers);
    if (released())
        demo_set_count(show, self->count > 0 ? (size_t)self->count : 1);
    else if (!ImGui::IsItemActive())
        self->count = (int)(show->def.scene_def.count ? show->def.scene_def.count : kind->count);
    const char *own = "the scene's own";
    ImGui::SliderFloat("size", &self->size, 0, 64, self->size < 0 ? own : "%.1f");
    if (released())
        demo_set_size(show, self->size);
    else if (!ImGui::IsItemActive())
        self->size = show->def.scene_def.size;
    ImGui::SliderFloat("speed", &self->speed, 0, 16, self->speed < 0 ? own : "%.2f");
    if (released())
        demo_set_speed(show, self->speed);
    else if (!ImGui::IsItemActive())
        self->speed = show->def.scene_def.speed;
}

static void show_tree_sliders(panel *self, demo *show)
{
    const index_def *def = &show->def.index_def;
    ImGui::SliderInt("capacity", &self->capacity, 1, 512, "%d", ImGuiSliderFlags_Logarithmic);
    bool changed = released(), held = ImGui::IsItemActive();
    ImGui::SliderInt("max depth", &self->depth, 1, QD_MAX_DEPTH);
    changed = changed || released();
    held = held || ImGui::IsItemActive();
    if (changed && self->capacity >= 1 && self->capacity <= 4096 && self->depth >= 1 && self->depth <= QD_MAX_DEPTH)
        demo_set_shape(show, self->capacity, self->depth);
    if (held)
        return;
    self->capacity = def->leaf_capacity ? def->leaf_capacity : 64;
    self->depth = def->max_depth ? def->max_depth : 16;
}

static void show_tools(demo *show)
{
    for (int i = 0; i < TOOLS; i++) {
        if (i % 4)
            ImGui::SameLine(0, 3);
        if (show->tool == i)
            ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0.75f, 0.36f, 0.05f, 1));
        bool chosen = show->tool == i;
        if (ImGui::Button(tool_names[i], ImVec2(66 * ImGui::GetFontSize() / 13, 0)))
            tools_choose(show, (tool)i);
        if (chosen)
            ImGui::PopStyleColor();
    }
}

static void show_overlays(demo *show)
{
    for (int i = 0; i < OVERLAYS; i++) {
        if (i % 3)
            ImGui::SameLine();
        ImGui::Checkbox(overlay_names[i], &show->overlays[i]);
    }
    bool verify = show->def.verify;
    ImGui::SameLine();
    if (ImGui::Checkbox("verify", &verify))
        demo_set_verify(show, verify);
}

static void show_panel(panel *self, demo *show, const panel_facts *facts)
{
    float width = (float)panel_width(self);
    ImGui::SetNextWindowPos(ImVec2((float)facts->width - width, 0));
    ImGui::SetNextWindowSize(ImVec2(width, (float)facts->height));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PushItemWidth(-80 * self->text);
    choose_scene(show);
    choose_method(show);
    choose_split(show);
    show_buttons(show);
    ImGui::Separator();
    show_figures(show, facts);
    show_plot(show, facts);
    show_rates(facts);
    ImGui::Separator();
    show_scene_sliders(self, show);
    show_tree_sliders(self, show);
    ImGui::Separator();
    show_tools(show);
    show_overlays(show);
    if (ImGui::Button("Explain"))
        tools_explain(show);
    show_question(show);
    ImGui::Separator();
    show_counters(show);
    if (show->def.scene->help[0])
        ImGui::TextWrapped("%s", show->def.scene->help);
    ImGui::PopItemWidth();
    ImGui::End();
}

// ---- What lies over the scene ----

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

// ---- Drawing it ----

static void draw_command(panel *self, const ImDrawList *list, const ImDrawCmd *command)
{
    const ImDrawVert *points = list->VtxBuffer.Data + command->VtxOffset;
    const ImDrawIdx *order = list->IdxBuffer.Data + command->IdxOffset;
    const ImVec4 &clip = command->ClipRect;
    SDL_Rect part = { (int)clip.x, (int)clip.y, (int)(clip.z - clip.x), (int)(clip.w - clip.y) };
    if (part.w <= 0 || part.h <= 0)
        return;
    SDL_RenderSetClipRect(self->renderer, &part);
    SDL_RenderGeometryRaw(self->renderer, (SDL_Texture *)command->GetTexID(), &points->pos.x, sizeof *points,
                          (const SDL_Color *)&points->col, sizeof *points, &points->uv.x, sizeof *points,
                          list->VtxBuffer.Size - (int)command->VtxOffset, order, (int)command->ElemCount,
                          sizeof *order);
}

static void draw_lists(panel *self, const ImDrawData *data)
{
    for (int i = 0; i < data->CmdListsCount; i++)
        for (const ImDrawCmd &command : data->CmdLists[i]->CmdBuffer)
            if (!command.UserCallback)
                draw_command(self, data->CmdLists[i], &command);
    SDL_RenderSetClipRect(self->renderer, nullptr);
}

// Where the mouse is in the window, SDL knows better than the backend, which goes by where the window is on the screen:
// without a window manager that may be unknown.
static void begin_frame(const panel *self)
{
    int x = 0, y = 0;
    ImGui_ImplSDL2_NewFrame();
    SDL_GetMouseState(&x, &y);
    if (SDL_GetMouseFocus() == self->window)
        ImGui::GetIO().MousePos = ImVec2((float)x, (float)y);
}

void panel_draw(panel *self, demo *show, const panel_facts *facts)
{
    ImGuiIO &io = ImGui::GetIO();
    if (self->window)
        begin_frame(self);
    else
        io.DeltaTime = 1.0f / 60;
    io.DisplaySize = ImVec2((float)facts->width, (float)facts->height);
    ImGui::NewFrame();
    if (facts->shown)
        show_panel(self, show, facts);
    show_sides(show);
    show_explanation(show);
    show_warnings(show);
    show_help(show);
    ImGui::Render();
    draw_lists(self, ImGui::GetDrawData());
}
