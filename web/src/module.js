// The demo in C (wasm/play.h) as an object of JavaScript: numbers and text in, numbers, text and arrays out. Works in a
// worker, in a page and in Node.
import { NODE_BYTES, SHAPE_BYTES, fields } from './written.js';

/** Imports of the C library that the demo does not use: each answers "no such thing". */
export const nothing = new Proxy({}, { get: () => () => 52 });

const text = new TextDecoder();

export class Play {
    #c;
    #isWhole = false;

    /**
     * The module comes in two parts (tools/web): `first` is what the first pictures run through. Where another function is called,
     * `rest` returns the other part, at once; `complete` brings it before that.
     * @param {WebAssembly.Module} first
     * @param {() => WebAssembly.Module} rest
     */
    static async load(first, rest) {
        let play;
        const missing = new Proxy({}, {
            get: (_, place) => (...values) => {
                play.complete(rest());
                return play.#c.table.get(Number(place))(...values);
            },
        });
        const { exports } = await WebAssembly.instantiate(first,
            { page: { clock: () => performance.now() }, wasi_snapshot_preview1: nothing, rest: missing });
        play = new Play(exports);
        exports._initialize();
        return play;
    }

    constructor(exports) {
        this.#c = exports;
    }

    /** Puts the rest of the module into its place. */
    complete(rest) {
        if (!this.#isWhole) new WebAssembly.Instance(rest, { first: this.#c });
        this.#isWhole = true;
    }

    #text(at) {
        const bytes = new Uint8Array(this.#c.memory.buffer);
        return text.decode(bytes.slice(at, bytes.indexOf(0, at)));
    }

    /** Scenes, methods, tools and overlays: names, labels and limits. */
    lists() {
        const lists = { scenes: [], methods: [], tools: [], overlays: [] };
        for (const [kind, name, label, ...rest] of fields(this.#text(this.#c.play_lists()))) {
            const entry = { name, label };
            if (kind === 'scene') {
                const [count, least, most, steered] = rest.map(Number);
                Object.assign(entry, { count, least, most, steered: steered === 1, summary: rest[4], help: rest[5], sizeName: rest[6], levels: Number(rest[7]) });
            }
            lists[kind + 's'].push(entry);
        }
        return lists;
    }

    /** Opens a demo; all in numbers, as in play.h. Throws what the C side complains of. */
    open({ scene, method, beside, count, size, speed, seed, capacity, depth, open, verify, width, height }) {
        const good = this.#c.play_open(scene, method, beside, count, size, speed, seed, capacity, depth, open, verify,
            width, height);
        if (!good) throw new Error(this.#text(this.#c.play_why()));
    }

    /** Calls one of the functions of play.h or measure.h with numbers: call('set_count', 2000). */
    call(name, ...numbers) {
        return this.#c[`play_${name}`](...numbers);
    }

    /** A copy of as many floats as `count` from where the C code says. */
    floats(at, count) {
        return new Float32Array(this.#c.memory.buffer, at, count).slice();
    }

    tick(count = 1) {
        this.#c.play_tick(count);
    }

    look(patience) {
        this.#c.play_look(patience);
    }

    status() {
        return this.#text(this.#c.play_status());
    }

    hash() {
        return this.#text(this.#c.play_hash());
    }

    get sides() {
        return this.#c.play_sides();
    }

    /** Where a side is in the picture, and what is in its middle. */
    view(side) {
        const [left, top, width, height, x, y, scale] = new Float64Array(this.#c.memory.buffer, this.#c.play_view(side), 7);
        return { left, top, width, height, x, y, scale };
    }

    /** A side's shapes: bytes of the C memory, to be copied before the next call. */
    shapes(side) {
        const count = this.#c.play_shape_count(side);
        return new Uint8Array(this.#c.memory.buffer, this.#c.play_shapes(side), count * SHAPE_BYTES);
    }

    /** The nodes of a side's tree: how many, and their bytes in the C memory, to be copied before the next call. */
    nodes(side) {
        const count = this.#c.play_node_count(side);
        return { count, bytes: new Uint8Array(this.#c.memory.buffer, this.#c.play_nodes(side), count * NODE_BYTES) };
    }

    isDense(side) {
        return this.#c.play_is_dense(side) !== 0;
    }

    /** All sides as RGBA bytes of the C memory, or null where memory runs out. */
    pixels(width, height) {
        const at = this.#c.play_pixels();
        return at === 0 ? null : new Uint8ClampedArray(this.#c.memory.buffer, at, width * height * 4);
    }

    /** Colours of 256 inks, four bytes each, and the widths of their lines. */
    palette() {
        const bytes = new Uint8Array(this.#c.memory.buffer, this.#c.play_palette(), 256 * 5).slice();
        return { colors: bytes.subarray(0, 1024), widths: bytes.subarray(1024) };
    }

    /** Has pixels made with these colours, 256 of four bytes, and that of edges; null: with those for dark ground. */
    useColors(colors, edge) {
        if (colors) {
            const bytes = new Uint8Array(this.#c.memory.buffer, this.#c.play_colors(), 1028);
            bytes.set(colors);
            bytes.set(edge, 1024);
        }
        this.#c.play_use_colors(colors !== null);
    }

    /** The bytes of the recording that has ended. */
    recording() {
        return new Uint8Array(this.#c.memory.buffer, this.#c.play_recording(), this.#c.play_recording_size()).slice();
    }
}
