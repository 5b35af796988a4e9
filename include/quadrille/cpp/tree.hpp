/// @file tree.hpp
/// The tree: its nodes, many questions at once, level of detail, snapshots. What it shares with the checker lies in
/// changing.hpp (changes) and asking.hpp (questions).
#ifndef QUADRILLE_CPP_TREE_HPP
#define QUADRILLE_CPP_TREE_HPP

#include <quadrille/cpp/changing.hpp>
#include <quadrille/cpp/many.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

/// One thing to draw: an item, or a group of items that is too small to see in parts.
template <class T> struct shown {
    std::optional<T> value; ///< Empty for a group.
    quadrille::box bounds;  ///< The item's box, or a box around the group.
    qd_total total;         ///< Of the item or the group.
};

/// A quadtree of boxes and points, each with a value of type T: a pointer, an index, an entity; trivially copyable and
/// at most 8 bytes. `Tag`: trees with different tags have different ids.
template <class T = std::uint64_t, class Tag = T> class tree : public detail::owning<T, Tag, detail::tree_calls>
{
    using base = detail::owning<T, Tag, detail::tree_calls>;

  public:
    using base::base;

    /// A tree, or the error: the same line in both modes.
    static detail::outcome<tree> create(const definition &def = definition())
    {
        qd_tree *made = nullptr;
        const qd_tree_def &raw = detail::created_with(def);
        const qd_result code = qd_tree_create(&raw, &made);
        return detail::give(code, tree(made), "create", def.problem());
    }
    /// Bytes of a buffer for this many items.
    static std::size_t buffer_size(std::size_t items, const definition &def = definition()) noexcept
    {
        return qd_tree_buffer_size(&def.raw(), items);
    }

    /// Many windows in one call: a range of boxes or points, or of structs with a member that is one. `like`: filter
    /// and relation of all.
    template <class R, class Boxes = detail::itself, class = std::enable_if_t<detail::is_contiguous<R>>>
    detail::outcome<rows<T>> in_many(R &&range, Boxes boxes = Boxes(), const question &like = question()) const
    {
        const detail::boxes_of view(range, boxes);
        return detail::ask_many<T>(this->live("in_many"),
                                   { view.size(), nullptr, base::raw(like), view.view(), nullptr, nullptr });
    }
    /// Many questions of any kind.
    detail::outcome<rows<T>> find_many(const std::vector<question> &questions) const
    {
        std::vector<qd_query> each;
        each.reserve(questions.size());
        for (const question &q : questions)
            each.push_back(base::raw(q));
        return detail::ask_many<T>(this->live("find_many"),
                                   { each.size(), each.data(), question().raw(), {}, nullptr, nullptr });
    }
    /// Many ranked questions: the first k of each.
    detail::outcome<hit_rows<T, Tag>> find_many(const std::vector<ranking> &questions, std::size_t k) const
    {
        std::vector<qd_ranked> each;
        each.reserve(questions.size());
        for (const ranking &r : questions)
            each.push_back(base::raw(r));
        return detail::ask_many_ranked<T, Tag>(
            this->live("find_many"),
            { each.size(), each.data(), nearest_to(point{ 0, 0 }).raw(), {}, nullptr, {}, nullptr, nullptr }, k);
    }
    /// The k nearest of each point or box of a range, or of a member of its structs.
    template <class R, class Boxes = detail::itself, class = std::enable_if_t<detail::is_contiguous<R>>>
    detail::outcome<hit_rows<T, Tag>> nearest_many(R &&range, std::size_t k, Boxes boxes = Boxes(),
                                                   const ranking &like = nearest_to(point{ 0, 0 })) const
    {
        const detail::boxes_of view(range, boxes);
        return detail::ask_many_ranked<T, Tag>(
            this->live("nearest_many"),
            { view.size(), nullptr, base::raw(like), view.view(), nullptr, {}, nullptr, nullptr }, k);
    }

    /// Calls f(shown) for each thing to draw: items, and groups smaller than `size` on both axes.
    template <class F> void visit_details(const question &q, double size, F &&f) const
    {
        using callable = std::remove_reference_t<F>;
        detail::callback<callable> call(f, &this->changes_);
        qd_tree_visit_details(this->live("visit_details"), &base::raw(q), size, &show<callable>, &call, nullptr);
        call.finish("visit_details");
    }
    /// The same in a vector.
    std::vector<shown<T>> details(const question &q, double size) const
    {
        std::vector<shown<T>> out;
        visit_details(q, size, [&](const shown<T> &one) { out.push_back(one); });
        return out;
    }

    /// The nodes, parents before children: for (const qd_node &node : tree.nodes()).
    detail::lazy<detail::node_steps> nodes() const &
    {
        return detail::lazy<detail::node_steps>(this->changes_, this->live("nodes"));
    }
    /// What the pointers of a question point to: for (unit &u : tree.references(window)).
    template <class Pointer = T, class = std::enable_if_t<std::is_pointer<Pointer>::value>>
    found<Pointer, Tag, detail::as::references> references(const question &q) const &
    {
        return found<Pointer, Tag, detail::as::references>(this->changes_, this->live("references"), base::raw(q));
    }
    void nodes() const && = delete;
    void references(const question &q) const && = delete;
    /// Figures of the whole tree.
    qd_tree_stats stats() const
    {
        qd_tree_stats figures{};
        qd_tree_get_stats(this->live("stats"), &figures);
        return figures;
    }
    /// Settings with their defaults resolved.
    definition settings() const
    {
        qd_tree_def def{};
        qd_tree_get_def(this->live("settings"), &def);
        def.id_series = 0; // it is this tree's own
        return definition(def);
    }
    /// For tests: does every invariant hold?
    bool is_sound() const
    {
        return qd_tree_check(this->live("is_sound"));
    }

    /// A snapshot as bytes, with bytes of the program. T is not a pointer.
    detail::outcome<std::vector<unsigned char>> save(const qd_extra &extra = { nullptr, 0 }) const
    {
        no_pointers();
        std::vector<unsigned char> bytes;
        std::size_t size = 0;
        qd_result code;
        do {
            bytes.resize(size);
            code = qd_tree_save(this->live("save"), &extra, bytes.data(), bytes.size(), &size);
        } while (code == QD_TOO_SMALL);
        return detail::give(code, std::move(bytes), "save");
    }
    /// Hands the bytes of a snapshot to f(const void *bytes, std::size_t size), some thousand at a time. After f
    /// returned flow::stop the result is QD_STOPPED.
    template <class F> detail::outcome<void> save_by(F &&f, const qd_extra &extra = { nullptr, 0 }) const
    {
        no_pointers();
        using callable = std::remove_reference_t<F>;
        detail::callback<callable> call(f);
        const qd_result code = qd_tree_save_by(this->live("save_by"), &extra, &write<callable>, &call);
        call.finish();
        return detail::done(code, "save_by");
    }
    /// A tree from a snapshot. Uses reserve, memory and executor of the definition.
    static detail::outcome<tree> load(const void *bytes, std::size_t size, const definition &def = definition())
    {
        no_pointers();
        qd_tree *made = nullptr;
        const qd_tree_def &raw = detail::created_with(def);
        const qd_result code = qd_tree_load(bytes, size, &raw, &made);
        return detail::give(code, tree(made), "load");
    }
    /// A tree that reads the bytes of a snapshot where they lie, aligned to QD_ALIGNMENT, until it is destroyed; it
    /// cannot change.
    static detail::outcome<tree> map(const void *bytes, std::size_t size, const definition &def = definition())
    {
        no_pointers();
        if (reinterpret_cast<std::uintptr_t>(bytes) % QD_ALIGNMENT != 0)
            return detail::give(QD_BAD_VALUE, tree(nullptr), "map", "the bytes are not aligned to 64 (QD_ALIGNMENT)");
        qd_tree *made = nullptr;
        const qd_result code = qd_tree_map(bytes, size, &def.raw(), &made);
        return detail::give(code, tree(made), "map");
    }

  private:
    static void no_pointers() noexcept
    {
        static_assert(!std::is_pointer<T>::value, "a pointer in a snapshot has no meaning: store an index");
    }
    template <class F> static qd_flow show(void *context, const qd_detail *details, std::size_t count)
    {
        return detail::callback<F>::run(context, [&](detail::callback<F> &call) {
            for (std::size_t i = 0; i < count; i++) {
                shown<T> one{ std::nullopt, details[i].bounds, details[i].total };
                if (details[i].item.id != 0)
                    one.value = detail::packing<T>::unpack(details[i].item.user);
                if (call(one) == QD_STOP)
                    return QD_STOP;
            }
            return QD_CONTINUE;
        });
    }
    template <class F> static qd_flow write(void *context, const void *bytes, std::size_t size)
    {
        return detail::callback<F>::run(context, [&](detail::callback<F> &call) { return call(bytes, size); });
    }
};

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
