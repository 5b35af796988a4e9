// The demo in a worker, so that the page answers however long a tick takes. It gets its orders by messages
// [NAME, NUMBERS...], and makes a frame for each 'frame' message: as many ticks as are due, then what is seen.
import { Play } from './module.js';
import { SHAPE_BYTES } from './written.js';

const TICK_MS = 1000 / 60;
const PATIENCE_MS = 40; // for ticks before a frame, but for one that takes longer alone
const PICTURES = 6; // late ticks go on for six times what a picture takes,
const PATIENCE_MOST_MS = 250; // or so long
const HEAT_MS = 4; // for the overlay of tests by place

/** The rest of the module at once, in the middle of a call. */
function fetchRest() {
    const request = new XMLHttpRequest();
    request.open('GET', new URL('../play-rest.wasm', import.meta.url), false);
    request.responseType = 'arraybuffer';
    request.send();
    if (request.status !== 200) throw new Error(`play-rest.wasm: ${request.status} ${request.statusText}`);
    const module = new WebAssembly.Module(request.response);
    self.postMessage({ kind: 'rest', module }); // for workers that the page begins later
    return module;
}

const { first, rest } = await new Promise(resolve => { self.onmessage = ({ data }) => resolve(data); });
const play = await Play.load(first, () => rest ?? fetchRest());
let opened = false;
let paused = false;
let wantsNodes = false;
let width = 1;
let height = 1;
let due = 0;
let pictureMs = 0; // what the last picture took

/** Ticks that are due by the clock; missed ticks are dropped. Where a tick takes long there are fewer pictures than ticks. */
function catchUp(rate) {
    const now = performance.now();
    const patience = Math.min(PATIENCE_MOST_MS, Math.max(PATIENCE_MS, PICTURES * pictureMs));
    let ticks = 0;
    if (paused) due = now;
    else if (due < now - Math.max(100, 2 * TICK_MS / rate)) due = now - Math.max(patience, TICK_MS / rate);
    while (!paused && due <= now - TICK_MS / rate) {
        play.tick();
        ticks++;
        due += TICK_MS / rate;
        if (performance.now() - now > patience) break;
    }
    return ticks;
}

/** A buffer that the page gave back, if it is large enough. */
function room(spare, bytes) {
    const at = spare.findIndex(buffer => buffer.byteLength >= bytes);
    return at >= 0 ? spare.splice(at, 1)[0] : new ArrayBuffer(Math.ceil(bytes * 1.25) + 1024);
}

/** Everything that is seen and said, with the buffers to give away. */
function frame(spare, wantsPixels, rate) {
    const ticks = catchUp(rate);
    const begin = performance.now();
    play.look(HEAT_MS);
    const sides = [];
    const given = [];
    let pixels = wantsPixels;
    for (let i = 0; i < play.sides; i++) pixels ||= play.isDense(i);
    for (let i = 0; i < play.sides; i++) {
        const view = play.view(i);
        if (pixels) {
            sides.push({ view });
            continue;
        }
        const shapes = play.shapes(i);
        const buffer = room(spare, shapes.byteLength);
        new Uint8Array(buffer).set(shapes);
        sides.push({ view, buffer, count: shapes.byteLength / SHAPE_BYTES });
        given.push(buffer);
    }
    const message = { sides, ticks, status: play.status() };
    if (wantsNodes) {
        const { count, bytes } = play.nodes(0);
        message.nodes = { count, buffer: bytes.slice().buffer };
        given.push(message.nodes.buffer);
    }
    if (pixels) {
        const bytes = play.pixels(width, height);
        if (bytes) {
            const buffer = room(spare, bytes.byteLength);
            new Uint8ClampedArray(buffer).set(bytes);
            message.pixels = { buffer, width, height };
            given.push(buffer);
        }
    }
    pictureMs = performance.now() - begin;
    return [message, given];
}

const orders = {
    open(definition) {
        ({ width, height } = definition);
        play.open(definition);
        opened = true;
    },
    complete(module) {
        play.complete(module);
    },
    colors(colors, edge) {
        play.useColors(colors, edge);
    },
    resize(w, h) {
        width = w;
        height = h;
        if (opened) play.call('resize', w, h);
    },
    pause(value) {
        paused = value;
        if (opened) play.call('pause', value);
    },
    /** Whether frames have the nodes of the first side. */
    nodes(value) {
        wantsNodes = value;
    },
    step() {
        paused = true;
        play.call('pause', 1);
        play.tick();
    },
    explain(insert) {
        play.call('explain', insert);
        paused = true;
    },
    /** Runs from the start, as a program without a window does: for tests. */
    run(ticks) {
        play.call('pause', 0);
        play.call('restart');
        play.tick(ticks);
        self.postMessage({ kind: 'ran', hash: play.hash(), status: play.status() });
    },
    record(on) {
        play.call('record', on);
        if (on) return;
        const bytes = play.recording();
        self.postMessage({ kind: 'recording', bytes }, [bytes.buffer]);
    },
    frame(spare, wantsPixels, rate) {
        if (!opened) {
            self.postMessage({ kind: 'idle' });
            return;
        }
        const [message, given] = frame(spare, wantsPixels, rate);
        self.postMessage({ kind: 'frame', ...message }, given);
    },
};

self.onmessage = ({ data: [name, ...values] }) => {
    try {
        if (orders[name]) orders[name](...values);
        else if (opened) play.call(name, ...values);
    } catch (error) {
        self.postMessage({ kind: 'failed', order: name, message: error.message });
    }
};
self.postMessage({ kind: 'ready', lists: play.lists(), palette: play.palette() });
