/// @file changing.hpp
/// What changes a tree: creating and moving it; inserting, moving and removing items, one or many.
#ifndef QUADRILLE_CPP_CHANGING_HPP
#define QUADRILLE_CPP_CHANGING_HPP

#include <quadrille/cpp/asking.hpp>
#include <quadrille/cpp/definition.hpp>
#include <quadrille/cpp/views.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

/// What an item may have beside its box and its value.
struct options {
    quadrille::filter filter = { 0, 0 }; ///< What it is, and what it meets.
    std::int64_t number = 0;             ///< For total(), in a tree with totals.
};

/// An item as stored.
template <class T> struct item {
    quadrille::box box;       ///< Rounded to floats in a float tree.
    T value;                  ///< The program's.
    quadrille::filter filter; ///< With its defaults resolved.
    std::int64_t number;      ///< 0 in a tree without totals.
};

/// The outcome of a call for many items that skips bad ones.
struct many_outcome {
    qd_result code = QD_OK; ///< The error of the first bad entry.
    std::size_t bad = 0;    ///< Its index.
    /// The same where an error is expected.
    std::size_t index() const noexcept
    {
        return code == QD_BAD_VALUE || code == QD_STALE_ID ? bad : no_index;
    }
    /// Were all entries good?
    explicit operator bool() const noexcept
    {
        return code == QD_OK;
    }
};

namespace detail
{
/// A tree, or a checker: what changes it. Owns its handle; moves, and is not copied.
template <class T, class Tag, class Calls> class owning : public asking<T, Tag, Calls>
{
    using base = asking<T, Tag, Calls>;

  public:
    using typename base::id;

    /// An empty tree. Throws std::bad_alloc, or an error that names the wrong setting. Without exceptions test the tree
    /// (operator bool), or use create().
    explicit owning(const definition &def = definition()) : base(nullptr)
    {
        const qd_tree_def &raw = created_with(def);
        const qd_result code = Calls::create(&raw, &this->handle_);
#if QUADRILLE_EXCEPTIONS
        done(code, "create", def.problem());
#else
        (void)code;
#endif
    }
    /// Takes over a tree of the C interface.
    explicit owning(typename Calls::handle *handle) noexcept : base(handle)
    {
    }
    /// Leaves the other empty: its calls throw. Ranges over it end.
    owning(owning &&other) noexcept : base(other.release())
    {
    }
    /// Destroys this tree first.
    owning &operator=(owning &&other) noexcept
    {
        if (this != &other) {
            this->changes_.changes++;
            Calls::destroy(this->handle_);
            this->handle_ = other.release();
        }
        return *this;
    }
    /// Returns the handle and leaves this tree empty. The caller destroys the handle by the C interface.
    [[nodiscard]] typename Calls::handle *release() noexcept
    {
        this->changes_.changes++;
        return std::exchange(this->handle_, nullptr);
    }
    /// The handle, for contacts and interest; throws if this tree is empty.
    typename Calls::handle *need(const char *call)
    {
        return this->live(call);
    }
    /// Is there a tree? False after it was moved from.
    explicit operator bool() const noexcept
    {
        return this->handle_ != nullptr;
    }

    /// Inserts a box with its value.
    outcome<id> insert(const box &b, T value, const options &more = options())
    {
        const qd_item one = { b, packing<T>::pack(value), more.filter, more.number };
        qd_id made = 0;
        const qd_result code = Calls::insert(changing("insert"), &one, &made);
        return give(code, id(made), "insert");
    }
    /// Inserts a box with its value and filter.
    template <class F, class = std::enable_if_t<std::is_same<F, quadrille::filter>::value>>
    outcome<id> insert(const box &b, T value, const F &filter)
    {
        return insert(b, value, options{ filter, 0 });
    }
    /// Inserts a point with its value.
    outcome<id> insert(point p, T value, const options &more = options())
    {
        return insert(qd_box_at(p), value, more);
    }
    /// Removes an item; its id becomes stale.
    outcome<void> remove(id i)
    {
        return done(Calls::remove(changing("remove"), i.raw()), "remove");
    }
    /// Gives an item another box.
    outcome<void> move(id i, const box &b)
    {
        return done(Calls::set_box(changing("move"), i.raw(), &b), "move");
    }
    /// Moves an item to a point.
    outcome<void> move(id i, point p)
    {
        return move(i, qd_box_at(p));
    }
    /// Gives an item another value.
    outcome<void> set_value(id i, T value)
    {
        return done(Calls::set_user(changing("set_value"), i.raw(), packing<T>::pack(value)), "set_value");
    }
    /// Gives an item another filter.
    outcome<void> set_filter(id i, filter f)
    {
        return done(Calls::set_filter(changing("set_filter"), i.raw(), &f), "set_filter");
    }
    /// Gives an item another number, in a tree with totals.
    outcome<void> set_number(id i, std::int64_t number)
    {
        return done(Calls::set_number(changing("set_number"), i.raw(), number), "set_number");
    }

    /// Inserts a range of boxes or points, or of structs with a member that is one: tree.insert(units, &unit::box).
    /// `values`: the member, member function or callable that gives each value; by default as T is: the element itself,
    /// its address, or its index. Returns the ids in order. If an entry is bad, inserts no item and throws.
    template <class R, class Boxes = itself, class Values = itself,
              class = std::enable_if_t<is_contiguous<R> && !std::is_convertible<R, box>::value>>
    outcome<std::vector<id>> insert(R &&range, Boxes boxes = Boxes(), Values values = Values(),
                                    const options &more = options())
    {
        std::vector<id> ids(std::size(range));
        const many_outcome all = insert_into(range, boxes, values, ids, more);
        if (!all && all.code == QD_BAD_VALUE)
            (void)Calls::remove_many(this->handle_, raw_ids(ids), ids.size(), nullptr);
        return give(all.code, std::move(ids), "insert", nullptr, all.index());
    }
    /// The same, but skips bad entries: their ids are empty, and the result names the first. `ids` has room for all.
    template <class R, class Boxes, class Values, class Ids>
    many_outcome insert_into(R &&range, Boxes boxes, Values values, Ids &&ids, const options &more = options())
    {
        const boxes_of view(range, boxes);
        const std::vector<std::uint64_t> users = users_of<T>(range, values);
        const qd_items items = {
            view.view(), users.empty() ? nullptr : users.data(), nullptr, nullptr, 0, more.filter
        };
        many_outcome all;
        if (std::size(ids) < view.size())
            misuse("insert_into", "fewer ids than elements");
        all.code = Calls::insert_many(changing("insert"), &items, view.size(), raw_ids(ids), &all.bad);
        return all;
    }
    /// Moves items: id i gets the box of element i. Bad entries are skipped, the first is reported.
    template <class Ids, class R, class Boxes = itself, class = std::enable_if_t<is_contiguous<R>>>
    outcome<void> move(const Ids &ids, R &&range, Boxes boxes = Boxes())
    {
        const boxes_of view(range, boxes);
        many_outcome all;
        if (std::size(ids) != view.size())
            misuse("move", "the numbers of ids and of elements differ");
        all.code = Calls::move_many(changing("move"), raw_ids(ids), &view.view(), view.size(), &all.bad);
        return done(all.code, "move", nullptr, all.index());
    }
    /// Removes items. Stale ids are skipped, the first is reported.
    template <class Ids, class = std::enable_if_t<is_contiguous<Ids>>> outcome<void> remove(const Ids &ids)
    {
        many_outcome all;
        all.code = Calls::remove_many(changing("remove"), raw_ids(ids), std::size(ids), &all.bad);
        return done(all.code, "remove", nullptr, all.index());
    }
    /// Removes everything that a question finds; returns how many.
    outcome<std::size_t> remove_found(const question &q)
    {
        std::size_t removed = 0;
        const qd_result code = Calls::remove_found(changing("remove_found"), &base::raw(q), &removed);
        return give(code, std::size_t{ removed }, "remove_found");
    }
    /// Removes every item.
    outcome<void> clear()
    {
        return done(Calls::clear(changing("clear")), "clear");
    }
    /// Builds the tree again, packed.
    outcome<void> rebuild()
    {
        return done(Calls::rebuild(changing("rebuild")), "rebuild");
    }

    /// An item as stored; empty: the id is stale.
    std::optional<item<T>> get(id i) const
    {
        qd_item one;
        if (Calls::get(this->live("get"), i.raw(), &one) != QD_OK)
            return std::nullopt;
        return item<T>{ one.box, packing<T>::unpack(one.user), one.filter, one.value };
    }
    /// Does the id name a live item?
    bool has(id i) const
    {
        return Calls::get(this->live("has"), i.raw(), nullptr) == QD_OK;
    }
    /// The number of items.
    std::size_t size() const
    {
        return Calls::count(this->live("size"), nullptr);
    }
    /// No items?
    bool empty() const
    {
        return size() == 0;
    }
    /// The bounding box of all items; without items it is inverted.
    box bounds() const
    {
        box all{};
        Calls::bounds(this->live("bounds"), &all);
        return all;
    }

  protected:
    ~owning()
    {
        Calls::destroy(this->handle_);
    }
    /// The handle for a change, which ranges notice.
    typename Calls::handle *changing(const char *call)
    {
        this->changes_.changes++;
        return this->live(call);
    }

  private:
    template <class Ids> static auto *raw_ids(Ids &ids) noexcept
    {
        static_assert(std::is_same<std::remove_cv_t<element_of<Ids>>, id>::value, "ids of this kind of tree");
        static_assert(sizeof(id) == sizeof(qd_id), "an id is the number of the C interface");
        using raw = std::conditional_t<std::is_const<element_of<Ids>>::value, const qd_id, qd_id>;
        return reinterpret_cast<raw *>(std::data(ids));
    }
};
} // namespace detail

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
