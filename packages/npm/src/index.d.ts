/// <reference lib="esnext.disposable" />

/** Numbers of items: 32 bits, or 53 with the generation inside in a tree of checked numbers. */
export type Numbers<Checked extends boolean = false> = Checked extends true ? Float64Array : Uint32Array;

// New arrays: what `slice` returns, so that TypeScript takes them for buffers of their own, from 5.7 on, where it tells them apart.
type Fresh<Array extends { slice(): unknown }> = ReturnType<Array['slice']>;
/** New numbers. */
export type Results<Checked extends boolean = false> = Checked extends true ? Fresh<Float64Array> : Fresh<Uint32Array>;

/**
 * Packed boxes (minX, minY, maxX, maxY of each) or points (x, y of each). A tree of floats rounds to the nearest float. The
 * first two kinds are copied as they are; all others become doubles first.
 */
export type Sides = Float32Array | Float64Array | readonly number[] | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array
    | Uint16Array | Int32Array | Uint32Array;

/** minX, minY, maxX, maxY. */
export type Box = Sides;

/**
 * Layers 0 to 30, a bit each: `1 << 30` is the highest. 0 means all, 'none' means none. A number may be negative, as JavaScript
 * computes it: ~1 is all layers but the lowest. `1 << 31` alone would be layer 31, which does not exist: it throws.
 */
export type Layers = number | 'none';

/** What an item is (`layers`), and what it meets (`mask`). Two items pair when each one's mask has a layer of the other. */
export interface Filter {
    layers?: Layers;
    mask?: Layers;
}

/** Which items a question looks for: those that both let through. */
export interface Question {
    /** Items that are on one of these layers. Default: all. */
    only?: Layers;
    /**
     * Items for whose number it returns true. It is called after the search, at most once for each item that a question finds
     * (for each row, where there are many), in `nearest` and `ray` in order until there are k. What it throws goes on to you. It may ask
     * questions; a call that changes the tree throws BUSY meanwhile.
     */
    filter?: (id: number) => boolean;
    /** @deprecated The items whose mask has one of these: write `only`, or a `filter`. An error in the next version. */
    layers?: Layers;
    /** @deprecated The same as `only`. An error in the next version. */
    mask?: Layers;
}

/**
 * An array of yours that results are written into where it is large enough: what comes back is the beginning of it, and no
 * memory is asked for, but with a `filter`. Where it is too small, what comes back is a new array, as without it.
 */
export interface Into<Checked extends boolean = false> {
    into?: Numbers<Checked>;
}

export interface CreateOptions<Checked extends boolean = boolean> {
    /** How coordinates are stored. Default 'float'. */
    precision?: 'float' | 'double';
    /** Whether touching is overlapping ('closed', the default) or not ('open'). */
    edges?: 'closed' | 'open';
    /** Where most items will be; they may lie anywhere. Default: learnt from the first items. */
    world?: Box;
    /** Items that memory is allocated for at once. */
    reserve?: number;
    /** A leaf with more items than this splits, 1 to 4096. Default 64. */
    leafCapacity?: number;
    /** Levels of nodes below the world, 1 to 24. Default 16. */
    maxDepth?: number;
    /** Numbers have a generation inside, so that the number of a removed item is never that of another one. */
    checked?: Checked;
    /** Most bytes that the library may hold for this tree. What is above is an error of the call. Default: no limit. */
    memoryLimit?: number;
}

export interface LoadOptions<Checked extends boolean = boolean> {
    checked?: Checked;
    /** Number the items from 0 on, in the order of their ids in C; `users` then has the user values they had. */
    renumber?: boolean;
    memoryLimit?: number;
}

/**
 * What every call throws. A call that throws has changed nothing; but after `contacts` has thrown, the next call reports every
 * contact as begun, and none as ended: whatever you keep of contacts has to be emptied.
 */
export class QuadtreeError extends Error {
    code: 'NO_MEMORY' | 'STALE' | 'BAD_VALUE' | 'BAD_DATA' | 'FREED' | 'DETACHED' | 'NOT_READY' | 'LEFT_OUT' | 'BUSY' | string;
    /** Which element of an array was refused. */
    index?: number;
}

/**
 * Makes ready to create trees. Not needed with 'quadrille', which has its WebAssembly inlined; 'quadrille/core' needs it
 * first, with the URL of a module, a Response, its bytes, or a compiled module. There are three:
 *
 * - quadrille.wasm has every call;
 * - quadrille-plain.wasm is the same for engines without vector instructions;
 * - quadrille-index.wasm is smaller: trees of floats, without `within`, `nearest`, `nearestMany`, `ray`, `contacts`, `save`
 *   and `load`, which throw LEFT_OUT; `searchMany` takes as long as one search after the other.
 */
export function init(source?: Source): Promise<void>;

// What an environment calls so, be it a browser or Node; where it has no types for it, there is nothing of the kind to pass.
type Known<Name extends string, Place = typeof globalThis> = Place extends { [name in Name]: { prototype: infer Kind } } ? Kind : never;
type Compiled = typeof globalThis extends { WebAssembly: infer Place } ? Known<'Module', Place> : never;
export type Source = string | Known<'URL'> | Known<'Response'> | (Compiled & object) | ArrayBufferView | ArrayBuffer;

/**
 * A quadtree of boxes and points that may come, move and go at any time.
 *
 * The number of an item is the lowest that is free, from 0 on, so that it indexes arrays of yours; it is free again once
 * the item is removed. Every array that a call returns is a copy and yours to keep, or the beginning of the one that you gave
 * (`into`).
 *
 * A tree of floats rounds each number to the nearest float, in items and in questions alike, and is exact about those: an item
 * may lie just outside of a radius that `Math.hypot` gave, or of a distance that `nearest` returned. Where that matters, or
 * floats are too coarse (degrees of longitude), create the tree with `precision: 'double'`, which rounds nothing.
 */
export class Quadtree<Checked extends boolean = false> {
    private constructor();
    static create(options: CreateOptions<true> & { checked: true }): Quadtree<true>;
    static create(options?: CreateOptions<false>): Quadtree<false>;
    static create(options?: CreateOptions): Quadtree<boolean>;
    /** A tree from a snapshot of `save`, or of the C library where each item's user value is its number. */
    static load(bytes: ArrayBufferView | ArrayBuffer, options: LoadOptions<true> & { checked: true }): Quadtree<true>;
    static load(bytes: ArrayBufferView | ArrayBuffer, options?: LoadOptions<false>): Quadtree<false>;
    static load(bytes: ArrayBufferView | ArrayBuffer, options?: LoadOptions): Quadtree<boolean>;

    readonly checked: Checked;
    /** How many items there are. */
    readonly size: number;
    /** Bytes of memory that the tree holds. */
    readonly bytes: number;
    /** After loading with `renumber`: the user value that each item had in the snapshot. */
    readonly users?: BigUint64Array;

    /** Inserts a box, or a point where the maxima are left out; its number. */
    insert(minX: number, minY: number, maxX?: number, maxY?: number, filter?: Filter): number;
    /** Inserts many; their numbers. */
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
    /** The bounding box of all; of none: Infinity, Infinity, -Infinity, -Infinity. */
    bounds(): Fresh<Float64Array>;
    /** What an item is, and what it meets. */
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
    /** The k nearest to a point, nearest first; k may be Infinity. Distances are those to the items' boxes. */
    nearest(x: number, y: number, k?: number, maxDistance?: number, options?: Question): { ids: Results<Checked>; distances: Fresh<Float64Array> };
    /**
     * The nearest to many points: row i has counts[i] results from i * k on. What a row has no result for is 4294967295
     * among the ids, and Infinity among the distances.
     */
    nearestMany(points: Sides, k?: number, maxDistance?: number, options?: Question):
        { counts: Fresh<Uint32Array>; ids: Results<Checked>; distances: Fresh<Float64Array> };
    /** What a ray from x, y hits, first hit first: at x + t * dx, y + t * dy. Default: every item, however far. */
    ray(x: number, y: number, dx: number, dy: number, options?: Question & { tMax?: number; k?: number }):
        { ids: Results<Checked>; times: Fresh<Float64Array> };
    /**
     * Every overlapping pair once, or with a distance every pair no farther apart: a0, b0, a1, b1, ... With `only` or `filter`
     * those of which the question lets one item through, or both; the filter is then called for each item of the tree.
     */
    pairs(distance?: number, options?: Question & { into?: undefined }): Results<Checked>;
    pairs(distance?: number, options?: Question & Into<Checked>): Numbers<Checked>;
    /** The pairs that began and ended to overlap since the call before; those of the first call all began. */
    contacts(): { began: Results<Checked>; ended: Results<Checked> };
    /** The tree as bytes, which the C library reads too; there an item's number is its user value. */
    save(): Fresh<Uint8Array>;
    /** Gives the memory back. Every other call then throws; `free` again does nothing. */
    free(): void;
    /** For `using`: the same. */
    [Symbol.dispose](): void;
}
