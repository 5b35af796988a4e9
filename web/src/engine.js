// The page's end of the worker: orders go to it, frames come from it, one at a time.

// The two parts of the module (module.js), which all workers of a page share.
let first = null;
let rest = null;

export async function compiled(name) {
    const response = await fetch(new URL(`../${name}`, import.meta.url));
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    const bytes = await response.arrayBuffer();
    try {
        return await WebAssembly.compile(bytes);
    } catch (error) {
        throw new Error((await import('./trouble.js')).sayNeeded(error.message));
    }
}

export class Engine {
    #worker;
    #isReady = false;
    #spare = [];
    #asked = 0; // when a frame was that is on its way
    #waiting = [];

    /** Called with each frame: { sides, pixels, ticks, status }. */
    onframe = () => {};
    /** Called with what went wrong. */
    onfailure = () => {};
    /** Resolves with { lists, palette } when the C code is there. */
    ready;

    constructor() {
        this.#begin();
    }

    #begin() {
        this.#isReady = false;
        this.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        this.ready = new Promise((resolve, reject) => {
            this.#worker.onerror = event => reject(new Error(event.message || 'the worker did not start'));
            this.#worker.onmessage = ({ data }) => {
                if (data.kind !== 'ready') return this.#take(data);
                this.#isReady = true;
                resolve(data);
            };
            first ??= compiled('play.wasm');
            const worker = this.#worker;
            first.then(module => worker.postMessage({ first: module, rest }), error => {
                first = null; // another figure tries again
                reject(error);
            });
        });
    }

    /** Ends whatever it does, be it in the middle of a tick. When `ready` again it has nothing open. */
    restart() {
        this.#worker.terminate();
        this.#spare = [];
        this.#asked = 0;
        this.#waiting = [];
        this.#begin();
        return this.ready;
    }

    /** Gets the rest of the module before the worker needs it. Where that fails, the worker gets it when it does. */
    async complete() {
        try {
            rest ??= await compiled('play-rest.wasm');
            this.tell('complete', rest);
        } catch { /* see above */ }
    }

    /** For how many milliseconds a frame has been awaited. */
    get awaited() {
        return this.#asked ? performance.now() - this.#asked : 0;
    }

    #take(data) {
        if (data.kind === 'frame') {
            this.#asked = 0;
            this.onframe(data);
        } else if (data.kind === 'rest') {
            rest = data.module;
        } else if (data.kind === 'idle') { // nothing is open yet
            this.#asked = 0;
        } else if (data.kind === 'failed') {
            if (data.order === 'frame') this.#asked = 0;
            this.onfailure(data.message);
        } else {
            this.#waiting.shift()?.(data);
        }
    }

    /** When the last order was given. */
    told = 0;

    /** An order by its name (worker.js, play.h) with its numbers. */
    tell(name, ...values) {
        this.told = performance.now();
        if (this.#isReady) this.#worker.postMessage([name, ...values]); // else everything is sent again when it is
    }

    /** The same where an answer comes that is no frame. */
    ask(name, ...values) {
        this.tell(name, ...values);
        return new Promise(resolve => this.#waiting.push(resolve));
    }

    /** Asks for a frame unless one is on its way. */
    askFrame(wantsPixels, rate) {
        if (!this.#isReady || this.#asked) return;
        this.#asked = performance.now();
        const spare = this.#spare.splice(0);
        this.#worker.postMessage(['frame', spare, wantsPixels, rate], spare);
    }

    /** Gives buffers of a frame back, to be used again. */
    giveBack(buffers) {
        if (this.#spare.length < 4) this.#spare.push(...buffers);
    }
}
