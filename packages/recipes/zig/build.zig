// Zig builds the libraries with this: a project names this folder as a dependency by path (see build.zig.zon), and links to
// `dependency.artifact("quadrille")`, `"quadrille-gravity"` and so on. tools/recipes compares the lists of sources with the
// folders.
const std = @import("std");

const root = "../../..";
const index_sources = [_][]const u8{
    "src/bulk/build.c", "src/bulk/distribute.c", "src/bulk/incoming.c", "src/bulk/keys.c", "src/bulk/leavers.c",
    "src/bulk/newcomers.c", "src/bulk/passes.c", "src/bulk/rebuild.c",
    "src/bulk/rebuild_in_place.c", "src/bulk/root.c", "src/bulk/sort.c", "src/contacts/adjacency.c",
    "src/contacts/contacts.c", "src/contacts/events.c", "src/contacts/interest.c", "src/contacts/interest_choose.c",
    "src/contacts/interest_of.c",
    "src/contacts/interest_update.c",
    "src/contacts/mark_by_windows.c", "src/contacts/mark_overlaps.c", "src/contacts/order.c",
    "src/contacts/shortcuts.c", "src/contacts/stayed.c", "src/contacts/sweep.c", "src/contacts/update.c",
    "src/geometry/base.c", "src/geometry/distance.c", "src/geometry/exact.c", "src/geometry/lattice.c",
    "src/geometry/moving.c", "src/geometry/orient.c", "src/geometry/polygon.c", "src/nodes/change.c",
    "src/nodes/directory.c", "src/nodes/divide.c", "src/nodes/heap.c", "src/nodes/locate.c", "src/nodes/merge.c",
    "src/nodes/node.c", "src/nodes/reach.c", "src/nodes/refit.c", "src/nodes/split.c", "src/nodes/totals.c",
    "src/pairs/image.c", "src/pairs/overlap.c", "src/pairs/pairs.c", "src/pairs/schedule.c", "src/pairs/walk.c",
    "src/query/casts_meet.c", "src/query/detail.c", "src/query/many_ranked.c", "src/query/many_rows.c",
    "src/query/many_source.c", "src/query/query.c", "src/query/questions.c", "src/query/ranked.c",
    "src/query/ranked_calls.c", "src/query/ranked_few.c", "src/query/ranked_find.c", "src/query/ranking.c",
    "src/query/ranking_near.c", "src/query/remove_found.c", "src/query/search.c", "src/query/shape.c", "src/query/shape_exact.c",
    "src/query/total.c", "src/simd/simd.c", "src/snapshot/audit.c", "src/snapshot/layout.c", "src/snapshot/load.c",
    "src/snapshot/plan.c", "src/snapshot/save.c", "src/snapshot/swap.c", "src/store/bucket.c",
    "src/store/change_log.c", "src/store/memory.c", "src/store/platform.c", "src/store/pool.c", "src/store/slots.c",
    "src/tree/bounds.c", "src/tree/check.c", "src/tree/create.c", "src/tree/fixed.c",
    "src/tree/inspect.c", "src/tree/many.c", "src/tree/precise.c", "src/tree/tree.c",
    "src/tree/view.c",
};
const folders = [_][]const u8{
    "geometry", "simd", "store", "nodes", "bulk", "tree", "snapshot", "query", "pairs", "contacts",
};
const Part = struct { name: []const u8, sources: []const []const u8 };
const parts = [_]Part{
    .{ .name = "quadrille-gravity", .sources = &.{
        "libs/gravity/boxes.c", "libs/gravity/gravity.c", "libs/gravity/list.c",
        "libs/gravity/masses.c", "libs/gravity/memory.c", "libs/gravity/node_sums.c", "libs/gravity/pull.c",
        "libs/gravity/scale.c", "libs/gravity/solve.c", "libs/gravity/step.c", "libs/gravity/visit.c",
        "libs/gravity/walk.c",
    } },
    .{ .name = "quadrille-oracle", .sources = &.{
        "libs/oracle/checker.c", "libs/oracle/checker_ask.c", "libs/oracle/checker_many.c", "libs/oracle/checker_pairs.c",
        "libs/oracle/distance.c", "libs/oracle/exact.c", "libs/oracle/find.c", "libs/oracle/impact.c", "libs/oracle/observe.c",
        "libs/oracle/oracle.c", "libs/oracle/oracle_shortcuts.c", "libs/oracle/pair_set.c", "libs/oracle/pairs.c",
        "libs/oracle/question.c", "libs/oracle/ranked.c", "libs/oracle/record.c",
    } },
    .{ .name = "quadrille-image", .sources = &.{
        "libs/image/coder_in.c", "libs/image/coder_out.c", "libs/image/color.c", "libs/image/costs.c",
        "libs/image/decode.c", "libs/image/draw.c", "libs/image/encode.c", "libs/image/encoder.c", "libs/image/fit.c",
        "libs/image/fit_haar.c", "libs/image/header.c", "libs/image/memory.c", "libs/image/plan.c", "libs/image/plane.c",
        "libs/image/project.c", "libs/image/waves.c",
    } },
    .{ .name = "quadrille-threads", .sources = &.{
        "libs/threads/shortcuts.c", "libs/threads/system.c", "libs/threads/threads.c",
    } },
};

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const linkage = b.option(std.builtin.LinkMode, "linkage", "static (the default) or dynamic") orelse .static;
    // No contraction: the same sums on every machine. The C sanitizer of debug builds would need its runtime library in
    // programs that another linker links.
    const flags = [_][]const u8{ "-std=c11", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden", exported(target) };

    const index = library(b, "quadrille", target, optimize, linkage);
    index.root_module.addCSourceFiles(.{ .root = b.path(root), .files = &index_sources, .flags = &flags });
    for (folders) |folder| {
        index.root_module.addIncludePath(b.path(b.fmt("{s}/src/{s}", .{ root, folder })));
    }
    index.installHeadersDirectory(b.path(root ++ "/include/quadrille"), "quadrille", .{});
    b.installArtifact(index);

    for (parts) |part| {
        const beside = library(b, part.name, target, optimize, linkage);
        beside.root_module.addCSourceFiles(.{ .root = b.path(root), .files = part.sources, .flags = &flags });
        beside.root_module.linkLibrary(index);
        b.installArtifact(beside);
    }
}

fn library(b: *std.Build, name: []const u8, target: std.Build.ResolvedTarget, optimize: std.builtin.Optimize, linkage: std.builtin.LinkMode) *std.Build.Step.Compile {
    const made = b.addLibrary(.{
        .name = name,
        .linkage = linkage,
        .version = .{ .major = 0, .minor = 2, .patch = 0 },
        .root_module = b.createModule(.{ .target = target, .optimize = optimize, .link_libc = true, .sanitize_c = .off }),
    });
    made.root_module.addIncludePath(b.path(root ++ "/include"));
    made.root_module.addIncludePath(b.path(root ++ "/libs/base"));
    return made;
}

/// What marks a public function.
fn exported(target: std.Build.ResolvedTarget) []const u8 {
    if (target.result.os.tag == .windows) return "-DQD_API=__declspec(dllexport)";
    return "-DQD_API=__attribute__((visibility(\"default\")))";
}
