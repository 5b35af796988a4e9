/// <reference lib="esnext.disposable" />

/** Numbers of items: 32 bits, or 53 bits with a generation in a tree of checked numbers. */
export type Numbers<Checked extends boolean = false> = Checked extends true ? Float64Array : Uint32Array;

// New arrays: the type that `slice` returns, so that TypeScript from 5.7 on, which distinguishes buffers, sees a buffer of their own.
type Fresh<Array extends { slice(): unknown }> = ReturnType<Array['slice']>;
/** New numbers. */
export type Results<Checked extends boolean = false> = Checked extends true ? Fresh<Float64Array> : Fresh<Uint32Array>;

/**
 * Packed boxes (minX, minY, maxX, maxY of each) or points (x, y of each). A tree of floats rounds to the nearest float.
 * The first two kinds are copied unchanged; all others first become doubles.
 */
export type Sides = Float32Array | Float64Array | readonly number[] | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array
    | Uint16Array | Int32Array | Uint32Array;

/** minX, minY, maxX, maxY. */
export type Box = Sides;

/**
 * Layers 0 to 30, a bit each: `1 << 30` is the highest. 0 means all, 'none' means none. A number may be negative:
 * JavaScript's ~1 is all layers but the lowest. `1 << 31` alone would be layer 31, which does not exist: it throws.
 */
export type Layers = number | 'none';

/** What an item is (`layers`), and what it meets (`mask`). Two items pair when each mask has a layer of the other item. */
export interface Filter {
    layers?: Layers;
    mask?: Layers;
}

/** The items that a question finds: those that pass both fields. */
export interface Question {
    /** Items that are on one of these layers. Default: all. */
    only?: Layers;
    /**
     * Finds the items for which it returns true. The call runs it after the search, at most once for each found item
     * (in each row, with many questions); `nearest` and `ray` run it in order until they have k. Its errors reach you.
     * It may ask questions; a call that changes the tree meanwhile throws BUSY.
     */
    filter?: (id: number) => boolean;
    /** @deprecated Items with one of these layers in their mask: write `only`, or a `filter`. An error in the next version. */
    layers?: Layers;
    /** @deprecated The same as `only`. An error in the next version. */
    mask?: Layers;
}

/**
 * Your array for the results. If it is large enough, the call returns its beginning and allocates no memory, except
 * with a `filter`. If it is too small, the call returns a new array.
 */
export interface Into<Checked extends boolean = false> {
    into?: Numbers<Checked>;
}

export interface CreateOptions<Checked extends boolean = boolean> {
    /** How coordinates are stored. Default 'float'. */
    precision?: 'float' | 'double';
    /** Touching counts as overlapping ('closed', the default) or not ('open'). */
    edges?: 'closed' | 'open';
    /** Where most items will be; items outside it work too. Default: taken from the first items. */
    world?: Box;
    /** Memory for this many items is allocated at creation. */
    reserve?: number;
    /** A leaf with more items than this splits, 1 to 4096. Default 64. */
    leafCapacity?: number;
    /** Levels of nodes below the world, 1 to 24. Default 16. */
    maxDepth?: number;
    /** Numbers include a generation, so that the number of a removed item never names another. */
    checked?: Checked;
    /** Most bytes that the library may hold for this tree. A call that needs more throws NO_MEMORY. Default: no limit. */
    memoryLimit?: number;
}

export interface LoadOptions<Checked extends boolean = boolean> {
    checked?: Checked;
    /** Number the items from 0 on, in the order of their ids in C; `users` then has their user values. */
    renumber?: boolean;
    memoryLimit?: number;
}

/**
 * The error of every call. A call that throws has changed nothing; but after `contacts` has thrown, the next call
 * reports every contact as begun, and no contact as ended: clear your own list of contacts.
 */
export class QuadtreeError extends Error {
    code: 'NO_MEMORY' | 'STALE' | 'BAD_VALUE' | 'BAD_DATA' | 'FREED' | 'DETACHED' | 'NOT_READY' | 'LEFT_OUT' | 'BUSY' | string;
    /** The index of the bad element of an array. */
    index?: number;
}

/**
 * Prepares for creating trees. Not needed with 'quadrille', which has its WebAssembly inlined; with 'quadrille/core'
 * call it first, with the URL of a module, a Response, its bytes, or a compiled module. The modules are:
 *
 * - quadrille.wasm has every call;
 * - quadrille-plain.wasm is the same for engines without vector instructions;
 * - quadrille-index.wasm is smaller: trees of floats, without `within`, `nearest`, `nearestMany`, `ray`, `contacts`, `save`
 *   and `load`, which throw LEFT_OUT; `searchMany` takes as long as single searches.
 */
export function init(source?: Source): Promise<void>;

// The type of this name in a browser or Node; an environment without such types has no such value to pass.
type Known<Name extends string, Place = typeof globalThis> = Place extends { [name in Name]: { prototype: infer Kind } } ? Kind : never;
type Compiled = typeof globalThis extends { WebAssembly: infer Place } ? Known<'Module', Place> : never;
export type Source = string | Known<'URL'> | Known<'Response'> | (Compiled & object) | ArrayBufferView | ArrayBuffer;

/**
 * A quadtree of boxes and points that you may insert, move and remove at any time.
 *
 * A new item gets the lowest free number, from 0 on, so numbers index your arrays; removing the item frees its number.
 * Every returned array is a copy that you may keep, or the beginning of the array that you passed (`into`).
 *
 * A tree of floats rounds each number in items and questions to the nearest float, and answers exactly for these
 * floats: an item may be just outside a radius from `Math.hypot`, or a distance from `nearest`. Where that matters, or
 * floats are too coarse (degrees of longitude), create the tree with `precision: 'double'`, which rounds nothing.
 */
export class Quadtree<Checked extends boolean = false> {
    private constructor();
    static create(options: CreateOptions<true> & { checked: true }): Quadtree<true>;
    static create(options?: CreateOptions<false>): Quadtree<false>;
    static create(options?: CreateOptions): Quadtree<boolean>;
    /** A tree from a snapshot of `save`, or from a snapshot of the C library with the items' numbers as user values. */
    static load(bytes: ArrayBufferView | ArrayBuffer, options: LoadOptions<true> & { checked: true }): Quadtree<true>;
    static load(bytes: ArrayBufferView | ArrayBuffer, options?: LoadOptions<false>): Quadtree<false>;
    static load(bytes: ArrayBufferView | ArrayBuffer, options?: LoadOptions): Quadtree<boolean>;

    readonly checked: Checked;
    /** The number of items. */
    readonly size: number;
    /** Bytes of memory held by the tree. */
    readonly bytes: number;
    /** After loading with `renumber`: the user value of each item in the snapshot. */
    readonly users?: BigUint64Array;

    /** Inserts a box, or a point without the maxima; returns its number. */
    insert(minX: number, minY: number, maxX?: number, maxY?: number, filter?: Filter): number;
    /** Inserts many; returns their numbers. */
    insertMany(boxes: Sides, options?: Filter & { points?: boolean }): Results<Checked>;
    move(id: number, minX: number, minY: number, maxX?: number, maxY?: number): void;
    /** Gives item ids[i] the box i. */
    moveMany(ids: Numbers<Checked> | readonly number[], boxes: Sides, options?: { points?: boolean }): void;
    remove(id: number): void;
    removeMany(ids: Numbers<Checked> | readonly number[]): void;
    /** Removes all. */
    clear(): void;
    /** Is this the number of a live item? */
    has(id: number): boolean;
    /** The box of an item, as stored. */
    box(id: number): Fresh<Float64Array>;
    /** The bounding box of all items; without items Infinity, Infinity, -Infinity, -Infinity. */
    bounds(): Fresh<Float64Array>;
    /** Sets the layers of an item, and the layers it meets. */
    setFilter(id: number, layers: Layers, mask: Layers): void;

    /** The items that overlap a box, in no particular order. Its sides may be infinite. */
    search(box: Box, options?: Question & { into?: undefined }): Results<Checked>;
    search(box: Box, options?: Question & Into<Checked>): Numbers<Checked>;
    /** The items no farther than this from a point. */
    within(x: number, y: number, radius: number, options?: Question & { into?: undefined }): Results<Checked>;
    within(x: number, y: number, radius: number, options?: Question & Into<Checked>): Numbers<Checked>;
    all(options?: Question & { into?: undefined }): Results<Checked>;
    all(options?: Question & Into<Checked>): Numbers<Checked>;
    count(box: Box, options?: Question): number;
    /** Does any item overlap the box? */
    collides(box: Box, options?: Question): boolean;
    /** Many searches: the results of box i are ids[j], offsets[i] <= j < offsets[i + 1]. `offsets` is always new. */
    searchMany(boxes: Sides, options?: Question & { into?: undefined }): { offsets: Fresh<Uint32Array>; ids: Results<Checked> };
    searchMany(boxes: Sides, options?: Question & Into<Checked>): { offsets: Fresh<Uint32Array>; ids: Numbers<Checked> };
    /** The k nearest to a point, nearest first; k may be Infinity. Distances are to the items' boxes. */
    nearest(x: number, y: number, k?: number, maxDistance?: number, options?: Question): { ids: Results<Checked>; distances: Fresh<Float64Array> };
    /**
     * The nearest to many points: row i has counts[i] results from i * k on. The unused elements of a row are
     * 4294967295 in ids, and Infinity in distances.
     */
    nearestMany(points: Sides, k?: number, maxDistance?: number, options?: Question):
        { counts: Fresh<Uint32Array>; ids: Results<Checked>; distances: Fresh<Float64Array> };
    /** The items that a ray from x, y hits, first hit first: at x + t * dx, y + t * dy. Default: every item, at any distance. */
    ray(x: number, y: number, dx: number, dy: number, options?: Question & { tMax?: number; k?: number }):
        { ids: Results<Checked>; times: Fresh<Float64Array> };
    /**
     * Every overlapping pair once, or with a distance every pair no farther apart: a0, b0, a1, b1, ... With `only` or
     * `filter`, the pairs with at least one item that passes; the call then runs the filter for each item of the tree.
     */
    pairs(distance?: number, options?: Question & { into?: undefined }): Results<Checked>;
    pairs(distance?: number, options?: Question & Into<Checked>): Numbers<Checked>;
    /** The pairs that began and ceased to overlap since the last call; in the first call all pairs began. */
    contacts(): { began: Results<Checked>; ended: Results<Checked> };
    /** The tree as bytes, which the C library reads too, with an item's number as its user value. */
    save(): Fresh<Uint8Array>;
    /** Frees the memory. Every other call then throws; another `free` does nothing. */
    free(): void;
    /** For `using`: the same. */
    [Symbol.dispose](): void;
}
