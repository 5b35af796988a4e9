// The panel as a whole: its window, its events, and how Dear ImGui's triangles get to SDL's renderer.
#include "panel_parts.h"
#include "panel_versions.h"

#include <new>

bool panel_restore(panel *self)
{
    return panel_letters(self);
}

bool panel_set_text(panel *self, float text)
{
    self->text = text;
    panel_style(text);
    return panel_letters(self);
}

panel *panel_create(SDL_Renderer *renderer, SDL_Window *window, const font *letters, float text)
{
    auto *self = new (std::nothrow) panel();
    if (!self)
        return nullptr;
    self->renderer = renderer;
    self->window = window;
    self->typeface = letters;
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr; // writes no file
    panel_textures_begin(self);
    if (window)
        imgui_connect(window, renderer);
    if (panel_set_text(self, text))
        return self;
    panel_destroy(self);
    return nullptr;
}

void panel_destroy(panel *self)
{
    if (!self)
        return;
    panel_textures_end(self);
    if (self->window)
        ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
    delete self;
}

bool panel_asked(panel *self)
{
    bool asked = self->asked;
    self->asked = false;
    return asked;
}

// Keys that mean nothing in a field: what they do elsewhere they do while a number is typed too. Tab ends that.
static bool passes_fields(const SDL_Keysym *key)
{
    bool function = key->sym >= SDLK_F1 && key->sym <= SDLK_F12;
    return function || key->sym == SDLK_TAB || (key->sym == SDLK_q && (key->mod & KMOD_CTRL));
}

bool panel_types(const panel *self)
{
    return self->window && ImGui::GetIO().WantTextInput;
}

static bool takes_key(panel *self, const SDL_Event *event)
{
    bool types = panel_types(self);
    // Dear ImGui would go from field to field by Tab, without a way back.
    if (event->key.keysym.sym == SDLK_TAB)
        self->leave = self->leave || types;
    else
        ImGui_ImplSDL2_ProcessEvent(event);
    return event->type == SDL_KEYDOWN && types && !passes_fields(&event->key.keysym);
}

bool panel_takes(panel *self, const SDL_Event *event)
{
    if (!self->window)
        return false;
    if (event->type == SDL_KEYDOWN || event->type == SDL_KEYUP)
        return takes_key(self, event);
    ImGui_ImplSDL2_ProcessEvent(event);
    const ImGuiIO &io = ImGui::GetIO();
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEWHEEL:
        return io.WantCaptureMouse;
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

static void show_panel(panel *self, demo *show, const panel_facts *facts)
{
    int wide = panel_width(self);
    auto width = (float)(wide < facts->width ? wide : facts->width);
    ImGui::SetNextWindowPos(ImVec2((float)facts->width - width, 0));
    ImGui::SetNextWindowSize(ImVec2(width, (float)facts->height));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PushItemWidth(-80 * self->text);
    panel_scene_controls(self, show, facts);
    ImGui::Separator();
    panel_legend(show);
    ImGui::Separator();
    panel_figures(show, facts);
    ImGui::Separator();
    panel_sliders(self, show);
    ImGui::Separator();
    panel_tools(show);
    panel_counters(show);
    ImGui::PopItemWidth();
    ImGui::End();
}

static void draw_command(panel *self, const ImDrawList *list, const ImDrawCmd *command)
{
    const ImDrawVert *points = list->VtxBuffer.Data + command->VtxOffset;
    const ImDrawIdx *order = list->IdxBuffer.Data + command->IdxOffset;
    const ImVec4 &clip = command->ClipRect;
    SDL_Rect part = { (int)clip.x, (int)clip.y, (int)(clip.z - clip.x), (int)(clip.w - clip.y) };
    if (part.w <= 0 || part.h <= 0)
        return;
    SDL_RenderSetClipRect(self->renderer, &part);
    SDL_RenderGeometryRaw(self->renderer, imgui_texture_of(command->GetTexID()), &points->pos.x, sizeof *points,
                          (const SDL_Color *)&points->col, sizeof *points, &points->uv.x, sizeof *points,
                          list->VtxBuffer.Size - (int)command->VtxOffset, order, (int)command->ElemCount,
                          sizeof *order);
}

static void draw_lists(panel *self, const ImDrawData *data)
{
    for (int i = 0; i < imgui_list_count(data); i++)
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
        imgui_mouse(x, y);
}

void panel_draw(panel *self, demo *show, const panel_facts *facts)
{
    ImGuiIO &io = ImGui::GetIO();
    if (self->window)
        begin_frame(self);
    else
        io.DeltaTime = 1.0f / 60;
    io.DisplaySize = ImVec2((float)facts->width, (float)facts->height);
    bool leaves = self->leave;
    if (leaves)
        imgui_enter(true);
    ImGui::NewFrame();
    if (leaves) {
        imgui_enter(false);
        self->leave = false;
    }
    if (facts->shown)
        show_panel(self, show, facts);
    panel_notes(self, show, facts);
    ImGui::Render();
    if (panel_textures_update(self, ImGui::GetDrawData()))
        draw_lists(self, ImGui::GetDrawData());
}
