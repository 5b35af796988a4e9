// A scene on a picture: its state, the worker that runs it, and frames while it can be seen. The page and the figures
// of the article are shows with controls of their own.
import { Engine } from './engine.js';
import { readStatus } from './figures.js';
import { Picture } from './picture.js';
import { Pointer } from './pointer.js';
import { usual } from './state.js';
import { isDark, onTheme } from './theme.js';

const WAY_TOOLS = ['box', 'circle', 'ray', 'drag'];

export class Show {
    engine = new Engine();
    state = { ...usual };
    ratesOf = { ticks: 0, frames: 0 };
    #running = false;
    #movedFrames = 0;
    #asked = 0; // when a frame was

    /** Elements: shapes and pixels, two canvases; pad, which lies over them; cursor, the keys' pointer. */
    async begin({ shapes, pixels, pad, cursor }, draw = 'auto') {
        const { lists, palette } = await this.engine.ready;
        this.lists = lists;
        this.pad = pad;
        this.picture = new Picture(shapes, pixels, palette, draw);
        this.pointer = new Pointer(pad, cursor, this.engine, {
            ratio: () => this.picture.ratio,
            steered: () => this.isSteered,
            drags: () => WAY_TOOLS.includes(this.state.tool),
            moved: () => this.#noteView(),
            wheels: event => this.wheels(event),
        });
        onTheme(() => {
            this.picture.setDark(isDark());
            this.#tellColors();
        });
        this.engine.onframe = frame => this.#take(frame);
        new ResizeObserver(() => this.resize()).observe(pad);
        this.#followRatio();
        this.#loop();
    }

    #tellColors() {
        const { colors, dark } = this.picture.colors;
        this.engine.tell('colors', isDark() ? null : colors, dark.map(share => Math.round(255 * share)));
    }

    /** Ends what takes too long, and opens the scene again with other values. */
    async startAgain(values) {
        Object.assign(this.state, values);
        await this.engine.restart();
        this.#tellColors();
        this.open();
    }

    /** Is a turn of the wheel the scene's, or does it move the page on? */
    wheels() {
        return true;
    }

    /** After each change of the state. */
    changed() {}

    /** With each frame: what there is to say, and how many sides there are. */
    said() {}

    get sceneKind() {
        return this.lists.scenes.find(kind => kind.name === this.state.scene);
    }

    /** Are the arrow keys the scene's? With another tool they move its pointer. */
    get isSteered() {
        return this.sceneKind.steered && this.state.tool === 'scene';
    }

    /** The place of a name in a list, as the C side counts. */
    place(list, name) {
        return this.lists[list].findIndex(entry => entry.name === name);
    }

    label(list, name) {
        return this.lists[list].find(entry => entry.name === name)?.label ?? '';
    }

    /** Opens the scene by the state, and sets everything that is not in its definition. */
    open() {
        const s = this.state;
        this.engine.tell('open', {
            scene: this.place('scenes', s.scene),
            method: this.place('methods', s.method),
            beside: s.beside ? this.place('methods', s.beside) : -1,
            count: s.count ?? 0,
            size: s.size ?? -1,
            speed: s.speed ?? -1,
            seed: s.seed,
            capacity: s.capacity,
            depth: s.depth,
            open: s.edges === 'open',
            verify: s.verify,
            width: this.picture.width,
            height: this.picture.height,
        });
        this.lists.overlays.forEach(({ name }, i) => this.engine.tell('set_overlay', i, s.show.split(',').includes(name)));
        this.engine.tell('choose_tool', this.place('tools', s.tool));
        this.engine.tell('set_levels', s.levels ?? -1);
        this.engine.tell('nodes', s.tree);
        this.engine.tell('pause', s.paused);
        if (s.view) this.engine.tell('show', ...this.#viewOf(s.view));
        this.changed();
    }

    /** Changes some of the state, and has the scene follow: `order` with its numbers, or all of it opened again. */
    change(values, ...order) {
        Object.assign(this.state, values);
        if (values.view === '') this.#movedFrames = 0; // a frame that is on its way shows the one before
        if (order.length) {
            this.engine.tell(...order);
            this.changed();
        } else {
            this.open();
        }
    }

    /** Changes of values that have an order of their own. */
    set(name, value) {
        const order = {
            count: () => ['set_count', value],
            size: () => ['set_size', value ?? -1],
            speed: () => ['set_speed', value ?? -1],
            levels: () => ['set_levels', value ?? -1],
            seed: () => ['set_seed', value],
            method: () => ['set_method', this.place('methods', value)],
            beside: () => ['set_beside', value ? this.place('methods', value) : -1],
            verify: () => ['set_verify', value],
            capacity: () => ['set_shape', value, this.state.depth],
            depth: () => ['set_shape', this.state.capacity, value],
            tool: () => ['choose_tool', this.place('tools', value)],
            paused: () => ['pause', value],
            tree: () => ['nodes', value],
            pace: () => ['pause', this.state.paused],
        }[name];
        const fits = name === 'count' || name === 'size' ? { view: '' } : {}; // the C side shows the whole world then
        this.change({ [name]: value, ...fits }, ...(order ? order() : []));
    }

    toggleOverlay(name) {
        const shown = this.lists.overlays.map(overlay => overlay.name)
            .filter(one => this.state.show.split(',').includes(one) !== (one === name));
        this.change({ show: shown.join(',') }, 'set_overlay', this.place('overlays', name), shown.includes(name));
    }

    step() {
        this.change({ paused: true }, 'step');
    }

    explain(insert) {
        this.change({ paused: true }, 'explain', insert);
    }

    fit() {
        this.change({ view: '' }, 'fit');
    }

    zoom(factor) {
        this.engine.tell('zoom', factor, this.picture.width / 2, this.picture.height / 2);
        this.#noteView();
    }

    pan(right, down) {
        const by = 0.08 * Math.min(this.picture.width, this.picture.height);
        this.engine.tell('pan', by * right, by * down);
        this.#noteView();
    }

    /** A view in units that do not depend on the window: the place in the middle, and how wide the world is. */
    #viewOf(text) {
        const [x, y, across] = text.split(',').map(Number);
        return [x, y, this.picture.width / across];
    }

    /** The camera should move: the next frame may be an earlier one. */
    #noteView() {
        this.#movedFrames = 3;
    }

    #keepView({ x, y, scale }) {
        const short = value => Number(value.toPrecision(7));
        this.#movedFrames--;
        this.state.view = [x, y, this.picture.width / scale].map(short).join(',');
        this.changed();
    }

    /** Now, and whenever the window comes to a screen with pixels of another size. */
    #followRatio() {
        this.resize();
        matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => this.#followRatio(), { once: true });
    }

    resize() {
        this.picture.resize(this.pad.clientWidth, this.pad.clientHeight, devicePixelRatio || 1);
        this.engine.tell('resize', this.picture.width, this.picture.height);
        if (this.state.view) this.engine.tell('show', ...this.#viewOf(this.state.view));
        else this.engine.tell('fit');
    }

    /** Asks for frames until it is stopped. */
    run(running) {
        const was = this.#running;
        this.#running = running;
        if (!was && this.picture) this.#loop();
    }

    /** A frame for each of the browser's; ten a second while time stands still and nothing is done. */
    #loop(now = performance.now()) {
        if (!this.#running) return;
        const still = this.state.paused && now - this.engine.told > 300 && now - this.#asked < 100;
        if (!still) {
            this.#asked = now;
            this.engine.askFrame(this.picture.wantsPixels, this.state.pace);
        }
        requestAnimationFrame(later => this.#loop(later));
    }

    #take(frame) {
        this.engine.giveBack(this.picture.draw(frame));
        if (this.#movedFrames > 0) this.#keepView(frame.sides[0].view);
        this.ratesOf.frames++;
        this.ratesOf.ticks += frame.ticks;
        if (frame.nodes && this.state.tree) this.tree?.show(frame.nodes, frame.sides[0].view);
        this.said(readStatus(frame.status), frame.sides.length, frame.ticks);
    }
}
