// Quadtrees in WebAssembly, as index.d.ts describes them. Everything is checked here before C sees it, but for what arrays
// hold: C checks that, all of it before it does any of it.

const codes = [, 'NO_MEMORY', 'STALE', 'BAD_VALUE', 'BAD_DATA', 'TOO_SMALL', 'READ_ONLY', 'FULL', 'STOPPED', 'BYTE_ORDER'];
const DOUBLES = 1, POINTS = 2;
const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

export class QuadtreeError extends Error {
    constructor(code, message, index) {
        super(message);
        this.name = 'QuadtreeError';
        this.code = code;
        if (index !== undefined) this.index = index;
    }

    static [Symbol.hasInstance](error) {
        return super[Symbol.hasInstance](error) || (this === QuadtreeError && error instanceof LayersError);
    }
}

/** Layers that do not exist are a RangeError, as JavaScript's own calls throw, and a QuadtreeError as all else here. */
class LayersError extends RangeError {
    name = 'QuadtreeError';
    code = 'BAD_VALUE';
}

const bad = (message, index) => new QuadtreeError('BAD_VALUE', message, index);

// The module: one memory for all trees.
let c, u32, u8, state, source;

// Calls that quadrille-index.wasm has not, and what is for them.
const rest = { js_within: 'within', js_nearest: 'nearest', js_nearest_many: 'nearestMany', js_ray: 'ray', js_contacts: 'contacts', js_save: 'save', js_load: 'load' };

const leftOut = (what) => new QuadtreeError('LEFT_OUT', `quadrille-index.wasm has no ${what}: init with quadrille.wasm`);

/** Calls that are not there throw that. */
function complete(exports) {
    const calls = { ...exports, indexOnly: true };
    for (const [name, what] of Object.entries(rest)) {
        calls[name] = () => {
            throw leftOut(what);
        };
    }
    return calls;
}

function start(instance) {
    c = instance.exports.js_load ? instance.exports : complete(instance.exports);
    c._initialize?.();
    state = c.js_state_at() >>> 2;
    look();
}

/** Views of the memory; those from before are detached, with a length of 0, once it has grown. */
function look() {
    if (u32 === undefined || u32.length === 0) {
        u32 = new Uint32Array(c.memory.buffer);
        u8 = new Uint8Array(c.memory.buffer);
    }
}

/** Where index.js says how to get the inlined bytes. */
export function inlined(bytes) {
    source = bytes;
}

function need() {
    if (c) return;
    if (!source) throw new QuadtreeError('NOT_READY', 'there is no WebAssembly yet: await init(url) first');
    let module;
    try {
        module = new WebAssembly.Module(source());
    } catch (cause) {
        throw new QuadtreeError('NOT_READY', `this engine does not take the inlined WebAssembly at once (${cause.message}): ` +
            'await init() first, or where it has no vector instructions await init(url of quadrille-plain.wasm)');
    }
    start(new WebAssembly.Instance(module));
}

async function arrives(promise, from) {
    try {
        return await promise;
    } catch (cause) {
        throw new QuadtreeError('NOT_READY', `${from} cannot be fetched (${cause.message})`);
    }
}

export async function init(from) {
    if (c) return;
    let given = from ?? (source && source());
    if (given === undefined) throw bad('init needs the URL of quadrille.wasm, its bytes or a WebAssembly.Module');
    if (typeof given === 'string' || given instanceof URL) {
        if (/^file:/.test(String(given))) throw bad('init cannot fetch file: addresses: read the file, and pass its bytes');
        given = await arrives(fetch(given), given);
    }
    if (typeof Response !== 'undefined' && given instanceof Response) {
        if (!given.ok) throw new QuadtreeError('NOT_READY', `${given.url}: ${given.status} ${given.statusText}`);
        given = await arrives(given.arrayBuffer(), given.url);
    }
    let made;
    try {
        made = given instanceof WebAssembly.Module ? await WebAssembly.instantiate(given)
            : (await WebAssembly.instantiate(given)).instance;
    } catch (cause) {
        throw bad(`init: this is not WebAssembly that this engine takes (${cause.message})`);
    }
    if (typeof made.exports.js_state_at !== 'function') throw bad('init: this is not quadrille.wasm');
    if (!c) start(made);
}

// What arguments have to be.
function number(value, name) {
    if (typeof value !== 'number' || Number.isNaN(value)) throw bad(`${name} has to be a number, and is ${show(value)}`);
    return value;
}

function finite(value, name) {
    if (!Number.isFinite(value)) throw bad(`${name} has to be a finite number, and is ${show(value)}`);
    return value;
}

function notNegative(value, name) {
    if (!(number(value, name) >= 0)) throw bad(`${name} has to be 0 or more, and is ${value}`);
    return value;
}

function whole(value, name, least, most) {
    if (!Number.isInteger(value) || value < least || value > most) {
        throw bad(`${name} has to be a whole number from ${least} to ${most}, and is ${show(value)}`);
    }
    return value;
}

function oneOf(value, name, names) {
    if (value === undefined) return 0;
    const at = names.indexOf(value);
    if (at < 0) throw bad(`${name} has to be ${names.map((each) => `'${each}'`).join(' or ')}, and is ${show(value)}`);
    return at;
}

function show(value) {
    if (typeof value === 'bigint') return `${value}n`;
    return typeof value === 'string' ? `'${value}'` : typeof value === 'object' && value ? 'an object' : String(value);
}

function window4(box, name = 'box') {
    if (!(Array.isArray(box) || kindOf(box)) || box.length !== 4) throw bad(`${name} has to be four numbers: minX, minY, maxX, maxY`);
    const four = [box[0], box[1], box[2], box[3]];
    for (let i = 0; i < 4; i++) number(four[i], `${name}[${i}]`);
    if (four[0] > four[2] || four[1] > four[3]) throw bad(`${name} has a maximum below its minimum: ${four.join(', ')}`);
    return four;
}

/** The name of a typed array's class, from whichever window or realm it comes; of all else undefined. */
function kindOf(array) {
    const kind = ArrayBuffer.isView(array) ? array[Symbol.toStringTag] : undefined;
    return kind === 'DataView' ? undefined : kind;
}

/** An empty array may be one that has lost its buffer. */
function attached(array, name) {
    if (array.length === 0) {
        try {
            array.keys();
        } catch {
            throw new QuadtreeError('DETACHED', `the buffer of ${name} is detached`);
        }
    }
    return array;
}

/** The bytes of a buffer, or of a view. */
function bytesOf(given) {
    const view = ArrayBuffer.isView(given);
    if (!view && !/ArrayBuffer$/.test(given?.[Symbol.toStringTag])) throw bad('a snapshot has to be a Uint8Array or an ArrayBuffer');
    try {
        return view ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength) : new Uint8Array(given);
    } catch {
        throw new QuadtreeError('DETACHED', 'the buffer of the snapshot is detached');
    }
}

/** Boxes or points as an array that can be copied as it is. */
function sides(array, name, each) {
    const kind = kindOf(array);
    if (Array.isArray(array)) {
        array = Float64Array.from(array, (value, i) => {
            if (typeof value !== 'number') throw bad(`${name}[${i}] has to be a number, and is ${show(value)}`, Math.floor(i / each));
            return value;
        });
    } else if (kind === undefined || kind.startsWith('Big')) {
        throw bad(`${name} has to be a Float32Array, a Float64Array or an array of numbers`);
    } else {
        attached(array, name);
        if (kind !== 'Float32Array' && kind !== 'Float64Array') array = Float64Array.from(array);
    }
    if (array.length % each) throw bad(`${name} has ${array.length} numbers, which is not a multiple of ${each}`);
    return array;
}

/** Numbers of items as the tree has them. */
function items(tree, array) {
    const Kind = tree.checked ? Float64Array : Uint32Array;
    const list = Array.isArray(array), kind = kindOf(array);
    if (!list && !kind) throw bad(`ids has to be a ${Kind.name} or an array of numbers`);
    if (!list) attached(array, 'ids');
    if (kind === Kind.name) return array;
    const most = tree.checked ? 2 ** 53 : 2 ** 32;
    const taken = new Kind(array.length);
    for (let i = 0; i < taken.length; i++) {
        const value = array[i];
        if (!Number.isInteger(value) || value < 0 || value >= most) throw stale(value, i);
        taken[i] = value;
    }
    return taken;
}

function stale(value, index) {
    const where = index === undefined ? '' : ` (ids[${index}])`;
    return new QuadtreeError('STALE', `${show(value)}${where} is not the number of a live item`, index);
}

const layoutOf = (array, points) => (kindOf(array) === 'Float64Array' ? DOUBLES : 0) | (points ? POINTS : 0);

/**
 * Copies arrays into C's memory, one after the other; their addresses. No code of the caller's runs from here to the call
 * of C: it could free the tree, or stage something else.
 */
function stage(first, second) {
    const a = new Uint8Array(first.buffer, first.byteOffset, first.byteLength);
    const b = second && new Uint8Array(second.buffer, second.byteOffset, second.byteLength);
    const apart = Math.ceil(a.length / 64) * 64, bytes = apart + (b ? b.length : 0);
    if (bytes >= 2 ** 31) throw noMemory();
    const at = c.js_stage(bytes) >>> 0;
    if (at === 0) throw noMemory();
    look();
    u8.set(a, at);
    if (b) u8.set(b, at + apart);
    return [at, at + apart];
}

const noMemory = () => new QuadtreeError('NO_MEMORY', 'there is no memory for this: the tree is at its memoryLimit, or WebAssembly at its own');

const unfit = (what, index) => bad(`${what} ${index} is NaN, infinite, inverted or too large for this tree`, index);

/** Throws what a result of C stands for. `what` names the array with the element that was refused. */
function check(result, what) {
    look();
    if (result === 0) return;
    if (result === 1) throw noMemory();
    const index = u32[state + 3];
    if (result === 3 && what) throw unfit(what, index);
    if (result === 3) throw bad('an argument is NaN, inverted or too large for this tree');
    throw new QuadtreeError(codes[result] ?? 'BAD_VALUE', `the library refuses this: ${codes[result]}`);
}

/** Copies numbers of items out, from some bytes after the beginning of the results: into an array where it is large enough. */
function numbers(tree, count, after = 0, into) {
    const at = u32[state] + after, fits = into !== undefined && into.length >= count;
    if (!tree.checked && !fits) return u32.slice(at >>> 2, (at >>> 2) + count);
    const found = tree.checked ? new Float64Array(c.memory.buffer, at, count) : u32.subarray(at >>> 2, (at >>> 2) + count);
    if (!fits) return found.slice();
    into.set(found);
    return into.subarray(0, count);
}

/** The array of an option `into`, if there is one. */
function intoOf(tree, into) {
    const Kind = tree.checked ? Float64Array : Uint32Array;
    if (into === undefined) return undefined;
    if (kindOf(into) !== Kind.name) throw bad(`into has to be a ${Kind.name}, and is ${show(into)}`);
    return attached(into, 'into');
}

const doubles = (count, after = 0) => new Float64Array(c.memory.buffer, u32[state] + after, count).slice();

/** C's name for no layer, which is what 1 << 31 is. */
const NO_LAYER = 2 ** 31;

/** Layers as C has them: 32 bits, which are negative where JavaScript computes them so. Bit 31 counts nowhere, so that ~1 is all but one. */
function layersOf(value, name) {
    if (value === 'none') return NO_LAYER;
    const bits = value ?? 0, beyond = bits === NO_LAYER || bits === -NO_LAYER;
    if (!Number.isInteger(bits) || bits < -NO_LAYER || bits >= 2 * NO_LAYER || beyond) {
        throw new LayersError(`${name} has to be 'none' or a whole number with a bit for each layer, from 1 << 0 to 1 << 30, ` +
            `since layer 30 is the highest; it is ${show(bits)}${beyond ? ', which is layer 31' : ''}`);
    }
    return bits;
}

/** Runs a call with the layers and the mask of its options. */
function onLayers(layers, mask, call) {
    if (layers === 0 && mask === 0) return call();
    c.js_filter(layers, mask);
    try {
        return call();
    } finally {
        c.js_filter(0, 0);
    }
}

const lost = typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry((at) => c.js_free(at));
const secret = Symbol('made by Quadtree');
const nothing = Object.freeze({});
const FILTER = ['layers', 'mask'], QUESTION = ['only', 'filter', ...FILTER], SEARCH = [...QUESTION, 'into'];
const MOST = 2 ** 32 - 1; // items

/** The options, once their names are known to be right. Each is to be read once, and before anything is staged. */
function optionsOf(options, names) {
    if (options === undefined) return nothing;
    if (typeof options !== 'object' || options === null) throw bad(`options have to be an object, and are ${show(options)}`);
    for (const name of Object.keys(options)) {
        if (!names.includes(name)) throw bad(`there is no option ${name}; there are ${names.join(', ')}`);
    }
    return options;
}

const warned = new Set();

/** Warns of an option that questions have in this version only: once, and without a process by the console. */
function warnOf(name, does) {
    if (warned.has(name)) return;
    warned.add(name);
    const text = `quadrille: in a question ${name} ${does}: write only, which finds the items that are on these layers. ` +
        `In the next version ${name} there is an error`;
    if (typeof globalThis.process?.emitWarning === 'function') globalThis.process.emitWarning(text, 'DeprecationWarning');
    else globalThis.console?.warn(text);
}

/** What a question looks for: C's layers and mask, a filter, and the array for the results. */
function questionOf(tree, given) {
    const { only, filter, layers, mask, into } = given;
    if (filter !== undefined && typeof filter !== 'function') throw bad(`filter has to be a function of an item's number, and is ${show(filter)}`);
    if (only !== undefined && mask !== undefined) throw bad('only and mask are the same: a question takes only');
    if (layers !== undefined) warnOf('layers', 'looks at what the masks of items name');
    if (mask !== undefined) warnOf('mask', 'is the old name of only');
    return {
        layers: layersOf(layers, 'layers'), mask: only === undefined ? layersOf(mask, 'mask') : layersOf(only, 'only'),
        filter, into: intoOf(tree, into),
    };
}

/** Numbers in an array of the caller's where it is large enough. */
function placed(found, into) {
    if (into === undefined || into.length < found.length) return found;
    into.set(found);
    return into.subarray(0, found.length);
}

export class Quadtree {
    #at;
    #users;
    #filters = 0;

    constructor(key, at, checked) {
        if (key !== secret) throw bad('Quadtree.create() makes trees');
        this.#at = at;
        Object.defineProperty(this, 'checked', { value: checked, enumerable: true });
        lost?.register(this, at, this);
    }

    static create(options) {
        const given = optionsOf(options, ['precision', 'edges', 'world', 'reserve', 'leafCapacity', 'maxDepth', 'checked', 'memoryLimit']);
        const precision = oneOf(given.precision, 'precision', ['float', 'double']);
        const edges = oneOf(given.edges, 'edges', ['closed', 'open']);
        const reserve = whole(given.reserve ?? 0, 'reserve', 0, 2 ** 32 - 1);
        const capacity = given.leafCapacity === undefined ? 0 : whole(given.leafCapacity, 'leafCapacity', 1, 4096);
        const depth = given.maxDepth === undefined ? 0 : whole(given.maxDepth, 'maxDepth', 1, 24);
        const limit = notNegative(given.memoryLimit ?? Infinity, 'memoryLimit');
        const checked = Boolean(given.checked);
        const world = given.world === undefined ? undefined : window4(given.world, 'world');
        if (world) {
            for (let i = 0; i < 4; i++) finite(world[i], `world[${i}]`);
            if (world[0] === world[2] || world[1] === world[3]) throw bad('world needs a width and a height');
        }
        need();
        if (precision && c.indexOnly) throw leftOut("precision 'double'");
        if (world) stage(Float64Array.from(world));
        check(c.js_create(precision, edges, world ? 1 : 0, reserve, capacity, depth, checked ? 1 : 0, limit));
        return new Quadtree(secret, u32[state + 4], checked);
    }

    static load(bytes, options) {
        const given = optionsOf(options, ['checked', 'renumber', 'memoryLimit']);
        const snapshot = bytesOf(bytes);
        const limit = notNegative(given.memoryLimit ?? Infinity, 'memoryLimit');
        const checked = Boolean(given.checked), renumber = Boolean(given.renumber);
        need();
        const [at] = stage(snapshot);
        const result = c.js_load(at, snapshot.length, checked ? 1 : 0, renumber ? 1 : 0, limit);
        look();
        if (result === 4) throw new QuadtreeError('BAD_DATA', 'this is not a snapshot of this version, or it is damaged');
        if (result === 3) {
            throw new QuadtreeError('BAD_DATA', `user values of this snapshot are not numbers of items: load it with renumber: true${
                checked ? '' : ', or with checked: true if it was saved so'}`);
        }
        check(result);
        const tree = new Quadtree(secret, u32[state + 4], checked);
        if (renumber) tree.#users = new BigUint64Array(c.memory.buffer, u32[state], u32[state + 1]).slice();
        return tree;
    }

    /** The address of a tree that is there. */
    get #tree() {
        if (this.#at === 0) throw new QuadtreeError('FREED', 'this tree was freed');
        return this.#at;
    }

    /** The same for a call that changes it, which would change what a question has yet to find. */
    get #changing() {
        if (this.#filters > 0) throw new QuadtreeError('BUSY', 'this tree cannot change while the filter of a question runs');
        return this.#tree;
    }

    get size() {
        return c.js_size(this.#tree) >>> 0;
    }

    get bytes() {
        return c.js_bytes(this.#tree);
    }

    get users() {
        return this.#users;
    }

    insert(minX, minY, maxX = minX, maxY = minY, options) {
        const { layers, mask } = optionsOf(options, FILTER), are = layersOf(layers, 'layers'), meet = layersOf(mask, 'mask');
        for (const side of [minX, minY, maxX, maxY]) finite(side, 'each side of a box');
        if (minX > maxX || minY > maxY) throw bad(`the box has a maximum below its minimum: ${minX}, ${minY}, ${maxX}, ${maxY}`);
        onLayers(are, meet, () => check(c.js_insert(this.#changing, minX, minY, maxX, maxY)));
        return numbers(this, 1)[0];
    }

    insertMany(boxes, options) {
        const { points, layers, mask } = optionsOf(options, ['points', ...FILTER]), each = points ? 2 : 4;
        const are = layersOf(layers, 'layers'), meet = layersOf(mask, 'mask');
        const array = sides(boxes, 'boxes', each), count = array.length / each;
        const [at] = stage(array);
        onLayers(are, meet, () => check(c.js_insert_many(this.#changing, at, count, layoutOf(array, points)), 'box'));
        return numbers(this, count);
    }

    move(id, minX, minY, maxX = minX, maxY = minY) {
        for (const side of [minX, minY, maxX, maxY]) finite(side, 'each side of a box');
        if (minX > maxX || minY > maxY) throw bad(`the box has a maximum below its minimum: ${minX}, ${minY}, ${maxX}, ${maxY}`);
        this.#known(c.js_move(this.#changing, this.#one(id), minX, minY, maxX, maxY), id);
    }

    moveMany(ids, boxes, options) {
        const { points } = optionsOf(options, ['points']), each = points ? 2 : 4;
        const array = sides(boxes, 'boxes', each), list = items(this, ids), count = array.length / each;
        if (list.length !== count) throw bad(`there are ${list.length} ids, and ${count} boxes`);
        const [idsAt, at] = stage(list, array);
        this.#each(c.js_move_many(this.#changing, idsAt, at, count, layoutOf(array, points)), list);
    }

    remove(id) {
        this.#known(c.js_remove(this.#changing, this.#one(id)), id);
    }

    removeMany(ids) {
        const list = items(this, ids), [at] = stage(list);
        this.#each(c.js_remove_many(this.#changing, at, list.length), list);
    }

    clear() {
        check(c.js_clear(this.#changing));
    }

    has(id) {
        const tree = this.#tree;
        return typeof id === 'number' && c.js_has(tree, id) !== 0;
    }

    box(id) {
        this.#known(c.js_box(this.#tree, this.#one(id)), id);
        return doubles(4);
    }

    bounds() {
        check(c.js_bounds(this.#tree));
        return doubles(4);
    }

    setFilter(id, layers, mask) {
        this.#one(id);
        onLayers(layersOf(layers, 'layers'), layersOf(mask, 'mask'), () => this.#known(c.js_set_filter(this.#changing, id), id));
    }

    search(box, options) {
        const window = window4(box);
        if (options !== undefined) return this.#search(window, questionOf(this, optionsOf(options, SEARCH)));
        check(c.js_search(this.#tree, window[0], window[1], window[2], window[3]));
        return numbers(this, u32[state + 1]);
    }

    within(x, y, radius, options) {
        finite(x, 'x'), finite(y, 'y'), notNegative(radius, 'radius');
        const question = questionOf(this, optionsOf(options, SEARCH));
        return this.#found(question, () => c.js_within(this.#tree, x, y, radius));
    }

    all(options) {
        return this.#all(questionOf(this, optionsOf(options, SEARCH)));
    }

    count(box, options) {
        const question = questionOf(this, optionsOf(options, QUESTION)), window = window4(box);
        if (question.filter) return this.#search(window, question).length;
        onLayers(question.layers, question.mask, () => check(c.js_count(this.#tree, ...window)));
        return u32[state + 1];
    }

    collides(box, options) {
        const { filter, ...question } = questionOf(this, optionsOf(options, QUESTION)), window = window4(box);
        if (filter) {
            const found = this.#search(window, question);
            return this.#filtering(() => found.some((id) => filter(id)));
        }
        onLayers(question.layers, question.mask, () => check(c.js_collides(this.#tree, ...window)));
        return u32[state + 1] !== 0;
    }

    searchMany(boxes, options) {
        const question = questionOf(this, optionsOf(options, SEARCH)), { layers, mask, filter } = question;
        const array = sides(boxes, 'boxes', 4), count = array.length / 4, into = filter ? undefined : question.into;
        if (c.indexOnly) return this.#rowsKept(onLayers(layers, mask, () => this.#searchEach(array, into)), question);
        const [at] = stage(array);
        onLayers(layers, mask, () => check(c.js_search_many(this.#tree, at, count, layoutOf(array)), 'box'));
        const from = u32[state] >>> 2;
        return this.#rowsKept({ offsets: u32.slice(from, from + count + 1), ids: numbers(this, u32[state + 1], u32[state + 2], into) }, question);
    }

    nearest(x, y, k = 1, maxDistance = Infinity, options) {
        const question = questionOf(this, optionsOf(options, QUESTION));
        finite(x, 'x'), finite(y, 'y'), notNegative(maxDistance, 'maxDistance');
        const most = k === Infinity ? MOST : whole(k, 'k', 1, MOST);
        const [ids, distances] = this.#ranked(most, question, (some) => c.js_nearest(this.#tree, x, y, some, maxDistance));
        return { ids, distances };
    }

    nearestMany(points, k = 1, maxDistance = Infinity, options) {
        const question = questionOf(this, optionsOf(options, QUESTION)), { layers, mask, filter } = question;
        const array = sides(points, 'points', 2), count = array.length / 2;
        whole(k, 'k', 1, MOST), notNegative(maxDistance, 'maxDistance');
        if (filter && !c.indexOnly) return this.#nearestEach(array, k, maxDistance, question);
        const [at] = stage(array);
        onLayers(layers, mask, () => check(c.js_nearest_many(this.#tree, at, count, layoutOf(array), k, maxDistance), 'point'));
        const cells = count * k, after = cells * (this.checked ? 16 : 12), from = (u32[state] + after) >>> 2;
        return { counts: u32.slice(from, from + count), ids: numbers(this, cells, cells * 8), distances: doubles(cells) };
    }

    ray(x, y, dx, dy, options) {
        const given = optionsOf(options, ['tMax', 'k', ...QUESTION]), question = questionOf(this, given);
        finite(x, 'x'), finite(y, 'y'), finite(dx, 'dx'), finite(dy, 'dy');
        const tMax = notNegative(given.tMax ?? Infinity, 'tMax');
        const { k: asked = Infinity } = given, k = asked === Infinity ? MOST : whole(asked, 'k', 1, MOST);
        const [ids, times] = this.#ranked(k, question, (some) => c.js_ray(this.#tree, x, y, dx, dy, tMax, some));
        return { ids, times };
    }

    pairs(distance = 0, options) {
        const { filter, into, ...question } = questionOf(this, optionsOf(options, SEARCH));
        notNegative(distance, 'distance');
        if (!filter) return this.#found({ ...question, into }, () => c.js_pairs(this.#tree, distance));
        const seen = new Set(this.#all({ ...question, filter })), found = this.#found(question, () => c.js_pairs(this.#tree, distance));
        let kept = 0;
        for (let i = 0; i < found.length; i += 2) {
            if (seen.has(found[i]) || seen.has(found[i + 1])) found[kept++] = found[i], found[kept++] = found[i + 1];
        }
        return placed(found.slice(0, kept), into);
    }

    contacts() {
        check(c.js_contacts(this.#tree));
        const began = u32[state + 1], ended = u32[state + 2];
        return { began: numbers(this, began), ended: numbers(this, ended, began * (this.checked ? 8 : 4)) };
    }

    save() {
        check(c.js_save(this.#tree));
        return u8.slice(u32[state], u32[state] + u32[state + 1]);
    }

    free() {
        if (this.#at === 0) return;
        const tree = this.#changing;
        lost?.unregister(this);
        c.js_free(tree);
        c.js_trim();
        this.#at = 0;
    }

    /** Runs the filter of a question. What it throws goes on to the caller. */
    #filtering(call) {
        this.#filters++;
        try {
            return call();
        } finally {
            this.#filters--;
        }
    }

    /** The numbers that a call of C finds; with a filter those that it keeps. */
    #found({ layers, mask, filter, into }, call) {
        onLayers(layers, mask, () => check(call()));
        const count = u32[state + 1];
        if (!filter) return numbers(this, count, 0, into);
        const ids = numbers(this, count);
        return placed(this.#filtering(() => ids.filter((id) => filter(id))), into);
    }

    #search([minX, minY, maxX, maxY], question) {
        return this.#found(question, () => c.js_search(this.#tree, minX, minY, maxX, maxY));
    }

    #all(question) {
        return this.#found(question, () => c.js_all(this.#tree));
    }

    /** The rows of many searches; with a filter what it keeps of each. */
    #rowsKept(rows, { filter, into }) {
        if (!filter) return rows;
        const { offsets, ids } = rows;
        let kept = 0;
        this.#filtering(() => {
            for (let i = 1, at = 0; i < offsets.length; i++) {
                for (; at < offsets[i]; at++) if (filter(ids[at])) ids[kept++] = ids[at];
                offsets[i] = kept;
            }
        });
        return { offsets, ids: placed(ids.slice(0, kept), into) };
    }

    /**
     * The first k items of a ranked question, and their distances or times. A filter looks at them in order until k are kept;
     * where those that C gave run out, C is asked for four times as many.
     */
    #ranked(k, { layers, mask, filter }, call) {
        const kept = [];
        for (let looked = 0, most = filter ? 4 * k : k; ; most *= 4) {
            const asked = Math.min(most, MOST);
            onLayers(layers, mask, () => check(call(asked)));
            const count = u32[state + 1], ids = numbers(this, count), keys = doubles(count, u32[state + 2]);
            if (!filter) return [ids, keys];
            this.#filtering(() => {
                for (; looked < count && kept.length < k; looked++) if (filter(ids[looked])) kept.push(looked);
            });
            if (kept.length === k || count < asked) return [ids, keys].map((array) => array.constructor.from(kept, (i) => array[i]));
        }
    }

    /** nearestMany with a filter: one point after the other. */
    #nearestEach(array, k, maxDistance, question) {
        const tree = this.#tree, count = array.length / 2, cells = count * k;
        if (cells > 2 ** 27) throw noMemory();
        const counts = new Uint32Array(count), distances = new Float64Array(cells).fill(Infinity);
        const ids = new (this.checked ? Float64Array : Uint32Array)(cells).fill(2 ** 32 - 1);
        for (let i = 0; i < count; i++) {
            const [found, far] = this.#ranked(k, question, (some) => {
                const result = c.js_nearest(tree, array[2 * i], array[2 * i + 1], some, maxDistance);
                if (result === 3) throw unfit('point', i);
                return result;
            });
            counts[i] = found.length;
            ids.set(found, i * k), distances.set(far, i * k);
        }
        return { counts, ids, distances };
    }

    /** searchMany without the call of C that does it: one window after the other. */
    #searchEach(array, into) {
        const tree = this.#tree, count = array.length / 4, offsets = new Uint32Array(count + 1), rows = [];
        for (let i = 0; i < count; i++) {
            const [minX, minY, maxX, maxY] = array.subarray(4 * i, 4 * i + 4);
            if (!(minX <= maxX && minY <= maxY)) throw unfit('box', i);
            check(c.js_search(tree, minX, minY, maxX, maxY));
            rows.push(numbers(this, u32[state + 1]));
            offsets[i + 1] = offsets[i] + rows[i].length;
        }
        const all = into && into.length >= offsets[count] ? into : new (this.checked ? Float64Array : Uint32Array)(offsets[count]);
        rows.forEach((row, i) => all.set(row, offsets[i]));
        return { offsets, ids: all.subarray(0, offsets[count]) };
    }

    #one(id) {
        if (typeof id !== 'number') throw stale(id);
        return id;
    }

    #known(result, id) {
        if (result === 2) throw stale(id);
        check(result);
    }

    #each(result, list) {
        look();
        if (result === 2) throw stale(list[u32[state + 3]], u32[state + 3]);
        check(result, 'box');
    }
}

// Frameworks that wrap objects in proxies leave those with a name of their own alone.
Object.defineProperty(Quadtree.prototype, Symbol.toStringTag, { value: 'Quadtree', configurable: true });
Object.defineProperty(Quadtree.prototype, dispose, { value: Quadtree.prototype.free, configurable: true, writable: true });
