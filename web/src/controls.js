// The controls: each shows a part of the page's state, and changes it.
import { wholeNumber } from './figures.js';
import { finger, forFingers } from './hand.js';

const at = id => document.getElementById(id);

/** A range of numbers on a slider of 0..steps, even in their logarithms. */
function scale(least, most, steps) {
    const ratio = Math.log(most / least);
    return {
        place: value => Math.round(steps * Math.log(Math.max(least, Math.min(most, value)) / least) / ratio),
        value: place => least * Math.exp(ratio * place / steps),
    };
}

/** The C side's lines have neither capitals nor full stops. */
const sentence = line => (line ? `${line[0].toUpperCase()}${line.slice(1)}.` : '');

const rounded = value => (value < 100 ? Math.round(value) : Number(value.toPrecision(2)));

export class Controls {
    #page;
    #lists;

    constructor(page, lists) {
        this.#page = page;
        this.#lists = lists;
        this.#fill();
        this.#bindScene();
        this.#bindMethod();
        this.#bindTree();
        this.#bindTime();
        finger.addEventListener('change', () => this.show());
    }

    #fill() {
        const option = ({ name, label }) => new Option(label, name);
        at('scene').append(...this.#lists.scenes.map(option));
        at('method').append(...this.#lists.methods.map(option));
        at('beside').append(new Option('nothing', ''), ...this.#lists.methods.map(option));
        for (const { name, label } of this.#lists.overlays) {
            const chip = Object.assign(document.createElement('button'), { type: 'button', className: 'chip', textContent: label });
            chip.dataset.name = name;
            chip.addEventListener('click', () => this.#page.toggleOverlay(name));
            at('overlays').append(chip);
        }
        for (const { name, label } of this.#lists.tools) {
            const wrap = document.createElement('label');
            const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'tool', value: name });
            radio.addEventListener('change', () => this.#page.set('tool', name));
            wrap.append(radio, Object.assign(document.createElement('span'), { textContent: label }));
            at('tools').append(wrap);
        }
    }

    #on(id, event, then) {
        at(id).addEventListener(event, () => then(at(id)));
    }

    get #counts() {
        const { least, most } = this.#page.sceneKind;
        return scale(Math.max(1, least), Math.min(most, 1e6), 1000);
    }

    /** The count at a place of the slider: another one than now wherever that is not the place of now. */
    #countAt(place) {
        const { least, most } = this.#page.sceneKind;
        const now = this.#page.status?.count ?? 0;
        const way = Math.sign(place - this.#counts.place(now));
        const count = rounded(this.#counts.value(place));
        if (way * (count - now) > 0 || way === 0) return count;
        const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, now))) - 1);
        const next = way > 0 ? (Math.floor(now / step) + 1) * step : (Math.ceil(now / step) - 1) * step;
        return Math.min(most, Math.max(least, 1, next));
    }

    /** The text beside a slider, which is what readers of screens say of it too. */
    #say(id, text) {
        if (at(`${id}-now`).textContent !== text) at(`${id}-now`).textContent = text;
        if (at(id).getAttribute('aria-valuetext') !== text) at(id).setAttribute('aria-valuetext', text);
    }

    #bindScene() {
        const page = this.#page;
        this.#on('scene', 'change', field => page.changeScene(field.value));
        this.#on('count', 'input', field => this.#say('count', wholeNumber(this.#countAt(Number(field.value)))));
        this.#on('count', 'change', field => page.set('count', this.#countAt(Number(field.value))));
        for (const [id, range] of [['size', this.sizes], ['speed', this.speeds]]) {
            const valueOf = field => (field.value === '0' ? null : Number(range.value(Number(field.value)).toPrecision(2)));
            this.#on(id, 'input', field => this.#sayOwn(id, valueOf(field)));
            this.#on(id, 'change', field => page.set(id, valueOf(field)));
        }
        this.#on('levels', 'input', field => page.set('levels', field.value === field.max ? null : Number(field.value)));
        this.#on('seed', 'change', field => {
            const seed = Number(field.value);
            if (field.value.trim() === '' || !Number.isSafeInteger(seed) || seed < 0) {
                field.setAttribute('aria-invalid', 'true');
                page.alert('A seed is a whole number from 0 to 9007199254740991.', true, 'seed');
                return;
            }
            field.removeAttribute('aria-invalid');
            page.alert('', false, 'seed');
            page.set('seed', seed);
        });
    }

    sizes = scale(0.1, 100, 100);
    speeds = scale(0.01, 100, 100);

    #bindMethod() {
        const page = this.#page;
        this.#on('method', 'change', field => this.#chooseMethod(field.value));
        this.#on('beside', 'change', field => this.#chooseBeside(field.value));
        this.#on('verify', 'change', field => page.set('verify', field.checked));
        this.#on('tree-shown', 'click', () => page.set('tree', !page.state.tree));
        this.#on('explain', 'click', () => page.explain(false));
        this.#on('explain-insert', 'click', () => page.explain(true));
        this.#on('step-next', 'click', () => page.engine.tell('explain_go', 1));
        this.#on('step-back', 'click', () => page.engine.tell('explain_go', -1));
        this.#on('step-end', 'click', () => page.engine.tell('escape'));
        this.#on('record', 'click', () => page.record());
        this.#on('share', 'click', () => page.share());
    }

    #chooseMethod(name) {
        this.#page.plot.clear();
        this.#page.set('method', name);
    }

    #chooseBeside(name) {
        this.#page.plot.clear();
        this.#page.set('beside', name);
    }

    nextMethod() {
        const names = this.#lists.methods.map(method => method.name);
        this.#chooseMethod(names[(names.indexOf(this.#page.state.method) + 1) % names.length]);
    }

    toggleBeside() {
        const { beside, method } = this.#page.state;
        this.#chooseBeside(beside ? '' : method === 'quadtree' ? 'brute' : 'quadtree');
    }

    #bindTree() {
        const page = this.#page;
        this.#on('capacity', 'input', field => page.set('capacity', field.value === '0' ? 0 : 2 ** (Number(field.value) - 1)));
        this.#on('depth', 'input', field => page.set('depth', Number(field.value)));
        this.#on('edges', 'change', field => page.change({ edges: field.value }));
    }

    #bindTime() {
        const page = this.#page;
        this.#on('pause', 'click', () => page.set('paused', !page.state.paused));
        this.#on('step', 'click', () => page.step());
        this.#on('restart', 'click', () => {
            page.plot.clear();
            page.engine.tell('restart');
        });
        this.#on('fit', 'click', () => page.fit());
        this.#on('lost-fit', 'click', () => page.fit());
        this.#on('pace', 'change', field => page.set('pace', Number(field.value)));
        for (const button of at('arrows').querySelectorAll('button')) {
            const key = Number(button.dataset.key);
            const press = down => () => page.engine.tell('key', key, down);
            button.addEventListener('pointerdown', press(true));
            for (const name of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(name, press(false));
        }
    }

    /** Shows the page's state. */
    show() {
        const { state, sceneKind } = this.#page;
        at('scene-title').textContent = sceneKind.label;
        at('scene-summary').textContent = sentence(sceneKind.summary);
        at('scene-help').textContent = sentence(finger.matches ? forFingers(sceneKind.help, sceneKind.steered) : sceneKind.help);
        for (const id of ['scene', 'method', 'beside', 'edges', 'seed']) at(id).value = String(state[id]);
        at('verify').checked = state.verify;
        if (![...at('pace').options].some(option => Number(option.value) === state.pace)) at('pace').append(new Option(String(state.pace)));
        at('pace').value = String(state.pace);
        at('pause').textContent = state.paused ? 'Go on' : 'Pause';
        at('size-name').textContent = sceneKind.sizeName;
        this.#showSlider('size', state.size, this.sizes);
        this.#showSlider('speed', state.speed, this.speeds);
        at('levels-row').hidden = sceneKind.levels === 0;
        at('levels').max = String(sceneKind.levels || 1);
        at('levels').value = String(state.levels ?? sceneKind.levels);
        this.#say('levels', state.levels === null ? 'all' : String(state.levels));
        at('capacity').value = String(state.capacity ? Math.round(Math.log2(state.capacity)) + 1 : 0);
        this.#say('capacity', state.capacity ? String(state.capacity) : 'usual');
        at('depth').value = String(state.depth);
        this.#say('depth', state.depth ? String(state.depth) : 'usual');
        for (const chip of at('overlays').children)
            chip.setAttribute('aria-pressed', String(state.show.split(',').includes(chip.dataset.name)));
        at('tree-shown').setAttribute('aria-pressed', String(state.tree));
        at('tree-pane').hidden = !state.tree;
        if (!state.tree) at('tree-cell').hidden = true;
        at('tree-pane').parentElement.classList.toggle('with-tree', state.tree);
        for (const radio of at('tools').querySelectorAll('input')) radio.checked = radio.value === state.tool;
    }

    #showSlider(id, value, range) {
        at(id).value = String(value === null ? 0 : Math.max(1, range.place(value)));
        this.#sayOwn(id, value);
    }

    /** A value that may be left to the scene. */
    #sayOwn(id, value) {
        this.#say(id, value === null ? 'the scene’s' : String(value));
    }

    /** The scene's own count, which only the C code knows by default. */
    showCount(status) {
        if (document.activeElement === at('count') && at('count').matches(':active')) return;
        at('count').value = String(this.#counts.place(status.count));
        this.#say('count', wholeNumber(status.count));
    }
}
