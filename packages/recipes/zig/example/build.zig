// A program in C that uses Quadrille; `zig build run` builds and runs it.
const std = @import("std");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const quadrille = b.dependency("quadrille", .{ .target = target, .optimize = optimize });
    const uses = b.addExecutable(.{
        .name = "uses",
        .root_module = b.createModule(.{ .target = target, .optimize = optimize, .link_libc = true }),
    });
    uses.root_module.addCSourceFile(.{ .file = b.path("../../uses.c"), .flags = &.{"-std=c11"} });
    for ([_][]const u8{ "quadrille", "quadrille-gravity", "quadrille-oracle", "quadrille-image", "quadrille-threads" }) |name| {
        uses.root_module.linkLibrary(quadrille.artifact(name));
    }
    b.installArtifact(uses);
    b.step("run", "Run it").dependOn(&b.addRunArtifact(uses).step);
}
