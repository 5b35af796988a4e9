// A game's loop in C++ with SDL: balls bounce off the walls and off each other; the mouse marks what is near it.
#include <SDL.h>
#include <cstdio>
#include <cstdlib>
#include <quadrille/quadrille.hpp>

static constexpr double radius = 8;
struct ball {
    quadrille::point at, speed;
    quadrille::box box;
};

static void bounce(ball &a, ball &b)
{
    const double x = b.at.x - a.at.x, y = b.at.y - a.at.y, apart = x * x + y * y;
    const double closing = (a.speed.x - b.speed.x) * x + (a.speed.y - b.speed.y) * y;
    if (apart > 0 && apart < 4 * radius * radius && closing > 0) { // the boxes overlap before the balls do
        a.speed = { a.speed.x - closing / apart * x, a.speed.y - closing / apart * y };
        b.speed = { b.speed.x + closing / apart * x, b.speed.y + closing / apart * y };
    }
}

int main(int, char **arguments)
{
    const int ticks = arguments[1] ? std::atoi(arguments[1]) : -1; // without a number: until the window is closed
    SDL_Window *window = SDL_CreateWindow("balls", 0, 0, 800, 600, 0);
    SDL_Renderer *canvas = SDL_CreateRenderer(window, -1, 0);
    if (!canvas)
        return 1;
    std::vector<ball> balls;
    for (int y = 20; y < 600; y += 60)
        for (int x = 20; x < 800; x += 40)
            balls.push_back({ { double(x), double(y) }, { (x + y) % 7 - 3.0, (x + 2 * y) % 9 - 4.0 }, {} });
    quadrille::tree<ball *> tree;
    const auto ids = tree.insert(balls, &ball::at);
    for (int tick = 0; tick != ticks && !SDL_QuitRequested(); tick++) {
        for (ball &b : balls) {
            b.speed.x *= (b.at.x < radius && b.speed.x < 0) || (b.at.x > 800 - radius && b.speed.x > 0) ? -1 : 1;
            b.speed.y *= (b.at.y < radius && b.speed.y < 0) || (b.at.y > 600 - radius && b.speed.y > 0) ? -1 : 1;
            b.at = { b.at.x + b.speed.x, b.at.y + b.speed.y };
            b.box = quadrille::around(b.at, radius, radius);
        }
        tree.move(ids, balls, &ball::box);
        tree.pairs([](ball *a, ball *b) { bounce(*a, *b); });
        int x = 0, y = 0;
        SDL_GetMouseState(&x, &y);
        SDL_SetRenderDrawColor(canvas, 20, 24, 32, 255);
        SDL_RenderClear(canvas);
        const auto draw = [&](const ball *b) { SDL_RenderDrawPoint(canvas, int(b->at.x), int(b->at.y)); };
        SDL_SetRenderDrawColor(canvas, 120, 160, 220, 255);
        tree.visit({ { 0, 0 }, { 800, 600 } }, draw);
        SDL_SetRenderDrawColor(canvas, 255, 180, 60, 255);
        tree.visit(quadrille::circle{ { double(x), double(y) }, 80 }, draw);
        SDL_RenderPresent(canvas);
        SDL_Delay(ticks < 0 ? 10 : 0);
    }
    std::printf("%zu balls\n", tree.size());
}
// Output:
// 200 balls
