// The page's end of the worker: orders go to it, frames come from it, one at a time.

export class Engine {
    #worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    #spare = [];
    #asked = false;
    #waiting = [];

    /** Called with each frame: { sides, pixels, ticks, status }. */
    onframe = () => {};
    /** Called with what went wrong. */
    onfailure = () => {};

    /** Resolves with { lists, palette } when the C code is there. */
    ready = new Promise((resolve, reject) => {
        this.#worker.onerror = event => reject(new Error(event.message || 'the worker did not start'));
        this.#worker.onmessage = ({ data }) => {
            if (data.kind === 'ready') resolve(data);
            else this.#take(data);
        };
    });

    #take(data) {
        if (data.kind === 'frame') {
            this.#asked = false;
            this.onframe(data);
        } else if (data.kind === 'idle') { // nothing is open yet
            this.#asked = false;
        } else if (data.kind === 'failed') {
            this.#asked &&= data.order !== 'frame';
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
        this.#worker.postMessage([name, ...values]);
    }

    /** The same where an answer comes that is no frame. */
    ask(name, ...values) {
        this.tell(name, ...values);
        return new Promise(resolve => this.#waiting.push(resolve));
    }

    /** Asks for a frame unless one is on its way. */
    askFrame(wantsPixels, rate) {
        if (this.#asked) return;
        this.#asked = true;
        const spare = this.#spare.splice(0);
        this.#worker.postMessage(['frame', spare, wantsPixels, rate], spare);
    }

    /** Gives buffers of a frame back, to be used again. */
    giveBack(buffers) {
        if (this.#spare.length < 4) this.#spare.push(...buffers);
    }

    end() {
        this.#worker.terminate();
    }
}
