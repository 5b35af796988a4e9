// What differs between versions of Dear ImGui. Debian 12 has 1.86, and Debian 13 has 1.90.
#ifndef QUADRILLE_DEMO_PANEL_VERSIONS_H
#define QUADRILLE_DEMO_PANEL_VERSIONS_H

#include <SDL.h>
#include <cstdint>
#include <imgui.h>
#if __has_include(<imgui_impl_sdl2.h>) // 1.89.5 renamed it
#include <imgui_impl_sdl2.h>
#else
#include <imgui_impl_sdl.h>
#endif

inline bool imgui_connect(SDL_Window *window, SDL_Renderer *renderer)
{
#if IMGUI_VERSION_NUM >= 18700
    return ImGui_ImplSDL2_InitForSDLRenderer(window, renderer);
#else
    (void)renderer;
    return ImGui_ImplSDL2_InitForSDLRenderer(window);
#endif
}

/// The key Enter goes down, or up.
inline void imgui_enter(bool down)
{
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Enter, down);
#else
    ImGui::GetIO().KeysDown[SDL_SCANCODE_RETURN] = down;
#endif
}

/// The mouse is there, whatever came before.
inline void imgui_mouse(int x, int y)
{
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMousePosEvent((float)x, (float)y);
#else
    ImGui::GetIO().MousePos = ImVec2((float)x, (float)y);
#endif
}

inline int imgui_list_count(const ImDrawData *data)
{
#if IMGUI_VERSION_NUM >= 19000
    return data->CmdLists.Size;
#else
    return data->CmdListsCount;
#endif
}

// An ImTextureID is a pointer until 1.91.3, and a number after that.
inline ImTextureID imgui_id_of(SDL_Texture *texture)
{
    return (ImTextureID)(intptr_t)texture;
}

inline SDL_Texture *imgui_texture_of(ImTextureID id)
{
    return (SDL_Texture *)(intptr_t)id;
}

#endif
