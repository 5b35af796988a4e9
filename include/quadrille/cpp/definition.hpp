/// @file definition.hpp
/// The definition of a tree, step by step: quadrille::definition().open_edges().world(xywh(0, 0, 1000, 1000)).
#ifndef QUADRILLE_CPP_DEFINITION_HPP
#define QUADRILLE_CPP_DEFINITION_HPP

#if !defined(NDEBUG) && !defined(__GNUC__)
#include <atomic>
#endif
#include <quadrille/cpp/questions.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

namespace detail
{
/// Resizes memory of a memory resource.
template <class Resource>
void *resize_by(void *context, void *block, std::size_t old_size, std::size_t new_size) noexcept
{
    auto *resource = static_cast<Resource *>(context);
    void *other = nullptr;
    if (new_size > 0) {
#if QUADRILLE_EXCEPTIONS
        try {
            other = resource->allocate(new_size, QD_ALIGNMENT);
        } catch (...) {
            return nullptr; // the old block is as it was
        }
#else
        other = resource->allocate(new_size, QD_ALIGNMENT);
        if (!other)
            return nullptr;
#endif
    }
    if (old_size > 0) {
        if (other)
            std::memcpy(other, block, old_size < new_size ? old_size : new_size);
        resource->deallocate(block, old_size, QD_ALIGNMENT);
    }
    return other;
}

/// Runs a job by a callable: executor(parts, part), where part(i) does part i.
template <class Executor> void run_by(void *context, qd_work *work, void *job, std::uint32_t parts) noexcept
{
    (*static_cast<Executor *>(context))(parts, [work, job](std::uint32_t part) { work(job, part); });
}
} // namespace detail

/// Settings of a tree; everything has a default. Each call returns the definition with one setting changed and leaves
/// its own as it is; a compiler warns where the returned one is dropped.
class [[nodiscard]] definition
{
  public:
    /// The defaults.
    definition() = default;
    /// From a definition of the C interface.
    explicit definition(const qd_tree_def &raw) noexcept : raw_(raw)
    {
    }
    /// Coordinates are stored as doubles, not as floats.
    definition doubles() const noexcept
    {
        return with([](qd_tree_def &d) { d.precision = QD_DOUBLE; });
    }
    /// Touching does not count as overlapping.
    definition open_edges() const noexcept
    {
        return with([](qd_tree_def &d) { d.edges = QD_OPEN; });
    }
    /// Where most items will be; it has a width and a height.
    definition world(const box &b) const noexcept
    {
        return with([&](qd_tree_def &d) { d.world = b; });
    }
    /// Creation allocates memory for this many items.
    definition reserve(std::size_t items) const noexcept
    {
        return with([=](qd_tree_def &d) { d.reserve = items; });
    }
    /// A leaf with more items than this splits, 1 to 4096.
    definition leaf_capacity(int items) const noexcept
    {
        return with([=](qd_tree_def &d) { d.leaf_capacity = items; });
    }
    /// Levels of nodes below the world, 1 to QD_MAX_DEPTH.
    definition max_depth(int levels) const noexcept
    {
        return with([=](qd_tree_def &d) { d.max_depth = levels; });
    }
    /// Trees of different series share no ids, so that a call refuses an id of another tree as stale. By default 0; in
    /// debug builds another for each tree.
    definition id_series(std::uint16_t number) const noexcept
    {
        return with([=](qd_tree_def &d) { d.id_series = number; });
    }
    /// Each item has a number, and total() adds them up.
    definition totals() const noexcept
    {
        return with([](qd_tree_def &d) { d.totals = true; });
    }
    /// The tree lives in this memory, aligned to QD_ALIGNMENT, and never allocates. The program owns it. See
    /// tree::buffer_size.
    definition buffer(void *memory, std::size_t bytes) const noexcept
    {
        return with([=](qd_tree_def &d) {
            d.buffer = memory;
            d.buffer_size = bytes;
        });
    }
    /// The tree takes memory from a std::pmr::memory_resource, or anything with its allocate and deallocate, which must
    /// outlive it. If allocate throws, the tree reports that it is out of memory.
    template <class Resource> definition memory(Resource *resource) const noexcept
    {
        return with([=](qd_tree_def &d) { d.allocator = { detail::resize_by<Resource>, resource }; });
    }
    /// Large jobs run on the program's threads. executor(parts, part) calls part(0) to part(parts - 1), on any threads,
    /// and returns when all have returned; it must outlive the tree and must not throw. `workers`: parts that run at
    /// once. `least_items` as in qd_executor.
    template <class Executor>
    definition executor(Executor &executor, std::uint32_t workers, std::uint32_t least_items = 0) const noexcept
    {
        return with([&](qd_tree_def &d) {
            d.executor = { detail::run_by<Executor>, &executor, workers, least_items };
        });
    }
    /// As the C interface has it.
    const qd_tree_def &raw() const noexcept
    {
        return raw_;
    }
    /// The error in it, as one line of English; NULL: it is valid.
    const char *problem() const noexcept
    {
        return qd_tree_def_problem(&raw_);
    }

  private:
    template <class F> definition with(F f) const noexcept
    {
        definition other = *this;
        f(other.raw_);
        return other;
    }
    qd_tree_def raw_{};
};

namespace detail
{
#ifndef NDEBUG
/// 0, 1, 2 and so on, on any thread. In C++20 <atomic> takes half as long to compile as all of the headers.
inline std::uint16_t next_number() noexcept
{
#if defined(__GNUC__)
    static std::uint16_t next = 0;
    return __atomic_fetch_add(&next, std::uint16_t{ 1 }, __ATOMIC_RELAXED);
#else
    static std::atomic<std::uint16_t> next{ 0 };
    return next.fetch_add(1, std::memory_order_relaxed);
#endif
}
#endif

/// The definition that a tree is created with: in debug builds trees share no ids, up to 16,384 of them. It has one
/// type in all builds, since a program may have parts of both kinds, and these share one of the two functions.
inline qd_tree_def created_with(const definition &def) noexcept
{
    qd_tree_def raw = def.raw();
#ifndef NDEBUG
    if (raw.id_series == 0)
        raw.id_series = next_number() & 0x3fff; // a slot lasts for 2^30 uses and more
#endif
    return raw;
}
} // namespace detail

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
