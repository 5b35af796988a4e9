// Mouse, fingers and keys on the scene: one pointer is the tool's, two fingers move and enlarge, as do the wheel and the
// middle button. Keys move a pointer of their own, or steer where the scene is steered.

const FINGER_MS = 150; // so long a finger's press waits for a second finger, or for the page to scroll
const FINGER_PIXELS = 8; // or until it has moved so far
const ARROWS = { ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3, Enter: 4 };

export class Pointer {
    #pad;
    #cursor;
    #engine;
    #down = new Map();
    #dragging = false;
    #at = null; // of the keys' pointer, in pixels of the page
    #pressed = false;
    #held = new Set(); // keys of the scene that are down
    #waiting = null; // a finger's press that may yet be the first of two, or the page's

    /** `ratio()`: pixels of the picture for one of the page; `steered()`: are the arrows the scene's? `drags()`: does
     *  the tool want a way from here to there? Then Enter begins it, and Enter ends it. `wheels(event)`: is a turn of
     *  the wheel the scene's? */
    constructor(pad, cursor, engine, { ratio, steered, drags, moved, wheels = () => true }) {
        this.#pad = pad;
        this.#cursor = cursor;
        this.#engine = engine;
        Object.assign(this, { ratio, steered, drags, moved, wheels });
        pad.addEventListener('pointerdown', event => this.#press(event));
        pad.addEventListener('pointermove', event => this.#move(event));
        for (const name of ['pointerup', 'pointercancel']) pad.addEventListener(name, event => this.#release(event));
        pad.addEventListener('contextmenu', event => event.preventDefault());
        pad.addEventListener('wheel', event => this.#wheel(event), { passive: false });
        pad.addEventListener('keydown', event => this.#key(event, true));
        pad.addEventListener('keyup', event => this.#key(event, false));
        pad.addEventListener('blur', () => this.#letGo());
    }

    #place(event) {
        const box = this.#pad.getBoundingClientRect();
        return [(event.clientX - box.left) * this.ratio(), (event.clientY - box.top) * this.ratio()];
    }

    #press(event) {
        this.#pad.focus({ preventScroll: true });
        this.#hide();
        this.#pad.setPointerCapture(event.pointerId);
        const [x, y] = this.#place(event);
        this.#down.set(event.pointerId, [x, y]);
        if (this.#down.size === 2) { // the first finger was no press after all, unless it was one long ago
            if (!this.#forget()) this.#engine.tell('pointer', 1, 1, x, y);
            this.#dragging = true;
        } else if (event.button === 1 || (event.button === 0 && event.shiftKey)) {
            this.#dragging = true;
            event.preventDefault();
        } else if (this.#down.size === 1 && event.pointerType === 'touch') {
            this.#waiting = { x, y, timer: setTimeout(() => this.#tellWaiting(), FINGER_MS) };
        } else if (this.#down.size === 1) {
            this.#engine.tell('pointer', 0, event.button === 2 ? 3 : 1, x, y);
        }
    }

    /** The press of a finger that waited is one. */
    #tellWaiting() {
        const { x, y } = this.#waiting;
        this.#forget();
        this.#engine.tell('pointer', 0, 1, x, y);
    }

    /** Did a press wait? It no longer does. */
    #forget() {
        if (!this.#waiting) return false;
        clearTimeout(this.#waiting.timer);
        this.#waiting = null;
        return true;
    }

    #move(event) {
        const [x, y] = this.#place(event);
        const before = this.#down.get(event.pointerId);
        if (this.#dragging && before && this.#down.size === 1) {
            this.#engine.tell('pan', before[0] - x, before[1] - y);
            this.moved();
        } else if (this.#dragging && before && this.#down.size === 2) {
            this.#pinch(event.pointerId, before, [x, y]);
        } else if (!this.#dragging) {
            if (this.#waiting && Math.hypot(x - this.#waiting.x, y - this.#waiting.y) > FINGER_PIXELS * this.ratio()) this.#tellWaiting();
            if (!this.#waiting) this.#engine.tell('pointer', 2, 0, x, y);
        }
        if (before) this.#down.set(event.pointerId, [x, y]);
    }

    #pinch(id, before, now) {
        const other = [...this.#down].find(([key]) => key !== id)[1];
        const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
        const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
        const factor = apart(now, other) / Math.max(1, apart(before, other));
        this.#engine.tell('pan', (before[0] - now[0]) / 2, (before[1] - now[1]) / 2);
        if (factor > 0) this.#engine.tell('zoom', factor, ...middle);
        this.moved();
    }

    #release(event) {
        if (!this.#down.delete(event.pointerId)) return;
        if (event.type === 'pointercancel' && this.#forget()) return; // the page scrolls
        if (this.#waiting) this.#tellWaiting();
        if (!this.#dragging) this.#engine.tell('pointer', 1, event.button === 2 ? 3 : 1, ...this.#place(event));
        if (this.#down.size === 0) this.#dragging = false;
    }

    #wheel(event) {
        if (!this.wheels(event)) return;
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : 1;
        this.#engine.tell('zoom', Math.pow(1.0016, -event.deltaY * lines), ...this.#place(event));
        this.moved();
    }

    #hide() {
        this.#cursor.hidden = true;
        this.#pressed = false;
    }

    /** What is down comes up when the keys go elsewhere, which would say so no more. */
    #letGo() {
        for (const key of this.#held) this.#engine.tell('key', key, false);
        this.#held.clear();
        if (this.#pressed) this.#engine.tell('pointer', 1, 1, ...this.#keyPlace());
        this.#hide();
    }

    #key(event, down) {
        const arrow = ARROWS[event.key];
        if (arrow === undefined || (down && (event.ctrlKey || event.metaKey || event.altKey))) return;
        event.preventDefault();
        if (this.steered() || (!down && this.#held.has(arrow))) {
            if (event.repeat) return;
            this.#held[down ? 'add' : 'delete'](arrow);
            this.#engine.tell('key', arrow, down);
            return;
        }
        if (event.key === 'Enter') {
            if (!event.repeat) this.#keyPress(down);
            return;
        }
        if (down) this.#keyMove(event.key, event.shiftKey ? 2 : 12);
    }

    #keyPlace() {
        this.#at ??= [this.#pad.clientWidth / 2, this.#pad.clientHeight / 2];
        return this.#at.map(value => value * this.ratio());
    }

    #keyPress(down) {
        if (this.drags() && !down) return;
        if (this.drags()) down = !this.#pressed;
        this.#pressed = down;
        const place = this.#keyPlace();
        this.#show();
        this.#engine.tell('pointer', down ? 0 : 1, 1, ...place);
    }

    #keyMove(key, by) {
        this.#keyPlace();
        const [x, y] = this.#at;
        const right = key === 'ArrowRight' ? by : key === 'ArrowLeft' ? -by : 0;
        const below = key === 'ArrowDown' ? by : key === 'ArrowUp' ? -by : 0;
        this.#at = [Math.min(this.#pad.clientWidth, Math.max(0, x + right)), Math.min(this.#pad.clientHeight, Math.max(0, y + below))];
        this.#show();
        this.#engine.tell('pointer', 2, 0, ...this.#keyPlace());
    }

    #show() {
        this.#cursor.hidden = false;
        this.#cursor.classList.toggle('pressed', this.#pressed);
        this.#cursor.style.transform = `translate(${this.#at[0]}px, ${this.#at[1]}px)`;
    }
}
