// Runs the reader's functions on random boxes, section by section, and compares every answer with brute force. A plain script,
// not a module: the worker loads it beside the reader's code, which shares its global names, and the test does in node.
(() => {
    const SIDE = 1024; // of the world
    const TICKS = 10;
    const MOST_CELLS = 20000; // walked and drawn; a tree with more has a circle

    /** The numbers of the guide's program in C, so that both print the same counts; `skip` of them have been used before. */
    function makeDice(skip) {
        let state = 1;
        const step = () => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; };
        for (let i = 0; i < skip; i++) step();
        return sides => { step(); return (state >>> 8) % sides; };
    }

    // On whole coordinates, so that many touch each other and the lines of the cells. Some have no size, some lie outside
    // the world, and every tenth is the same point.
    function randomBox(dice, i) {
        const left = dice(1200) - 100, bottom = dice(1200) - 100, width = dice(40), height = dice(40);
        return i % 10 === 0 ? { left: 256, bottom: 256, right: 256, top: 256 } : { left, bottom, right: left + width, top: bottom + height };
    }

    const meets = (a, b) => a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
    const name = ({ left, bottom, right, top }) => `${left} ${bottom} to ${right} ${top}`;

    /** A part of the program: the reader's functions, boxes of its own, and what has been compared and drawn so far. */
    class Part {
        constructor(own, count, skip) {
            this.own = own;
            this.count = count;
            this.dice = makeDice(skip);
            this.checks = [];
            this.notes = [];
            this.frames = [];
            this.wrong = new Set(); // numbers of boxes that a comparison names
        }

        /** An empty tree, and items that are not stored yet; brute force keeps the boxes apart, out of the reader's reach. */
        begin() {
            this.root = this.own.newNode(SIDE / 2, SIDE / 2, SIDE / 2, null);
            this.boxes = Array.from({ length: this.count }, (_, i) => randomBox(this.dice, i));
            this.items = this.boxes.map((box, number) => ({ box: { ...box }, number, leaf: null }));
            for (const work of Object.keys(this.own.counted)) this.own.counted[work] = 0;
        }

        fill() {
            this.begin();
            for (const item of this.items) this.own.insert(this.root, item);
        }

        /** All nodes, from the root on. */
        nodes() {
            const all = [this.root];
            for (let i = 0; i < all.length; i++) {
                all.push(...(all[i].children ?? []));
                if (all.length > MOST_CELLS) throw new Error(`The tree has more than ${MOST_CELLS} nodes, or a node is below itself.`);
            }
            return all;
        }

        /** How often each box is in the tree, in a leaf that it knows. */
        times() {
            const times = new Uint32Array(this.count);
            for (const node of this.nodes())
                for (const item of node.items) if (item.leaf === node) times[item.number]++;
            return times;
        }

        /** Compares a count; `where` has what is wrong, as [TEXT, BOXES...]. */
        equal(what, found, wanted, where = []) {
            for (const [, ...numbers] of where) for (const number of numbers) this.wrong.add(number);
            this.checks.push({ what, found: Number(found), wanted, most: false, right: found === wanted && !where.length, where: where.slice(0, 3).map(([text]) => text) });
        }

        atMost(what, found, wanted, where = []) {
            for (const [, ...numbers] of where) for (const number of numbers) this.wrong.add(number);
            this.checks.push({ what, found: Number(found), wanted, most: true, right: found <= wanted, where: where.slice(0, 3).map(([text]) => text) });
        }

        /** Each box is to be in the tree once, except those that `gone` has. */
        stored(what, gone = () => false) {
            const times = this.times();
            const where = [];
            let once = 0;
            for (let i = 0; i < this.count; i++) {
                once += times[i];
                const wanted = gone(i) ? 0 : 1;
                if (times[i] === wanted) continue;
                const says = times[i] === 0 ? 'is in no leaf that it knows' : wanted === 0 ? 'is still in the tree' : `is in ${times[i]} leaves`;
                where.push([`box ${i} (${name(this.boxes[i])}) ${says}`, i]);
            }
            this.equal(what, once, this.boxes.filter((_, i) => !gone(i)).length, where);
        }

        /** Keeps a picture: cells, boxes, and a kind for each box: 0 not there, 1 there, 2 found, 3 wrong. */
        draw(label, kindOf = () => 1, window = null, lines = []) {
            const cells = this.nodes().flatMap(({ x, y, half, depth, bounds, children }) =>
                [x, y, half, depth, bounds.left, bounds.bottom, bounds.right, bounds.top, children ? 0 : 1]);
            this.frames.push({
                label,
                cells: Float32Array.from(cells),
                boxes: Float32Array.from(this.items.flatMap(({ box }) => [box.left, box.bottom, box.right, box.top])),
                kinds: Uint8Array.from(this.items, ({ number }) => kindOf(number)),
                window: window && [window.left, window.bottom, window.right, window.top],
                lines: lines.slice(0, 200).flat(),
            });
        }
    }

    function node(part) {
        const { own } = part;
        part.begin();
        for (const item of part.items) own.put(part.root, item);
        const { left, bottom, right, top } = part.root.bounds;
        part.notes.push(`bounds ${left} ${bottom} to ${right} ${top}`);
        const listed = new Set(part.root.items.map(item => item.number));
        part.equal('boxes in the leaf', part.root.items.length, part.count,
            part.items.filter(item => !listed.has(item.number)).map(item => [`box ${item.number} is not in the list`, item.number]));
        const alone = part.items.filter(item => !own.overlap(item.box, item.box));
        part.equal('boxes that meet themselves', part.count - alone.length, part.count,
            alone.map(item => [`box ${item.number} (${name(item.box)}) does not meet itself`, item.number]));
        part.draw('one leaf', i => (part.wrong.has(i) ? 3 : 1));
    }

    function split(part) {
        const { own } = part;
        part.begin();
        for (const item of part.items) own.put(part.root, item);
        part.draw('before the split');
        own.split(part.root);
        part.root.children.forEach((child, i) => part.notes.push(`child ${i}: middle ${child.x} ${child.y}, ${child.count} boxes`));
        part.stored('boxes that know their leaf');
        part.draw('after the split', i => (part.wrong.has(i) ? 3 : 1));
    }

    function insert(part) {
        const { own, count } = part;
        part.begin();
        const every = Math.ceil(count / 20);
        for (let i = 0; i < count; i++) {
            own.insert(part.root, part.items[i]);
            if ((i + 1) % every !== 0 && i + 1 < count) continue;
            const times = part.times();
            part.draw(`${i + 1} boxes inserted`, k => (k > i ? 0 : times[k] === 1 ? 1 : 3));
        }
        part.notes.push(`${own.counted.splits} splits`);
        part.stored('boxes stored');
        const wrong = { box: { left: NaN, bottom: 0, right: 1, top: 1 }, number: count, leaf: null };
        part.equal('boxes accepted twice, or with a NaN', Number(own.insert(part.root, part.items[0])) + Number(own.insert(part.root, wrong)), 0);
    }

    function remove(part) {
        const { own, count } = part;
        part.fill();
        const gone = new Set();
        const every = Math.ceil(count / 20);
        let removed = 0;
        const takeAll = first => {
            for (let i = first; i < count; i += 2) {
                removed += Number(own.take(part.items[i]));
                gone.add(i);
                if (gone.size % every !== 0 && gone.size < count) continue;
                const times = part.times();
                part.draw(`${gone.size} boxes removed`, k => (times[k] === (gone.has(k) ? 0 : 1) ? Number(!gone.has(k)) : 3));
            }
        };
        takeAll(0);
        part.equal('boxes removed', removed, Math.ceil(count / 2));
        part.stored('boxes left', i => gone.has(i));
        part.equal('boxes removed twice', Number(own.take(part.items[0])), 0);
        takeAll(1);
        part.equal('nodes left below the root', part.nodes().length - 1, 0);
        part.begin();
        for (let i = 0; i <= own.CAPACITY; i++) own.insert(part.root, part.items[i]);
        for (let i = 0; i < 100; i++) {
            own.take(part.items[0]);
            own.insert(part.root, part.items[0]);
        }
        part.atMost('splits while one box comes and goes', own.counted.splits, 2);
    }

    /** How an answer differs from brute force: [TEXT, BOX] for each box that is missing, extra or twice. */
    function differences(answer, boxes, window) {
        const times = new Uint8Array(boxes.length);
        for (const number of answer) times[number]++;
        const where = [];
        for (let i = 0; i < boxes.length; i++) {
            const wanted = Number(meets(boxes[i], window));
            if (times[i] === wanted) continue;
            const says = times[i] === 0 ? 'is missing' : wanted === 0 ? 'does not overlap it' : `is found ${times[i]} times`;
            where.push([`window ${name(window)}: box ${i} (${name(boxes[i])}) ${says}`, i]);
        }
        return where;
    }

    function window(part) {
        const { own, count } = part;
        part.fill();
        const ask = at => {
            const answer = [];
            own.find(part.root, { ...at }, item => answer.push(item.number));
            return answer;
        };
        const show = (at, label) => {
            const answer = ask(at);
            const wrong = new Set(differences(answer, part.boxes, at).map(([, number]) => number));
            const found = new Set(answer);
            part.draw(label, i => (wrong.has(i) ? 3 : found.has(i) ? 2 : 1), at);
        };
        const middle = { left: 500, bottom: 500, right: 520, top: 520 };
        const inMiddle = ask(middle);
        part.notes.push(`in the middle: ${inMiddle.join(' ') || 'nothing'}, after ${own.counted.tests} tests instead of ${count}`);
        for (let i = 0; i < 12; i++) {
            const [left, bottom] = [60 * i, 160 + 40 * i];
            show({ left, bottom, right: left + 240, top: bottom + 180 }, `window ${i + 1} of 12`);
        }
        const where = [];
        let answers = 0, wanted = 0, first = null;
        for (let question = 0; question < count; question++) {
            const at = question === 0 ? { left: -200, bottom: -200, right: -50, top: -50 } : randomBox(part.dice, question);
            const answer = ask(at);
            const differ = differences(answer, part.boxes, at);
            if (differ.length) first ??= at;
            where.push(...differ);
            answers += answer.length;
            for (const box of part.boxes) wanted += Number(meets(box, at));
        }
        part.equal(`boxes in ${count} windows`, answers, wanted, where);
        if (first) show(first, 'the first window where the answers differ');
    }

    /** Compares all pairs; returns a picture of them. */
    function comparePairs(part) {
        const { own, count } = part;
        const times = new Uint32Array(count * count);
        own.counted.tests = 0;
        own.pairs(part.root, (a, b) => { times[Math.min(a.number, b.number) * count + Math.max(a.number, b.number)]++; });
        const tests = own.counted.tests;
        const boxes = part.items.map(item => ({ ...item.box }));
        const where = [], alone = [], found = new Set();
        let wanted = 0, once = 0;
        for (let i = 0; i < count; i++) {
            const itself = times[i * count + i];
            if (itself) alone.push([`box ${i} is a pair with itself`, i]);
            for (let j = i + 1; j < count; j++) {
                const meet = meets(boxes[i], boxes[j]);
                const had = times[i * count + j];
                wanted += Number(meet);
                once += Number(meet && had === 1);
                if (meet) found.add(i).add(j);
                if (had === Number(meet)) continue;
                const says = had === 0 ? 'overlap, and are not found' : meet ? `are found ${had} times` : 'do not overlap, but are found';
                where.push([`boxes ${i} and ${j} ${says}`, i, j]);
            }
        }
        part.equal('pairs found once', once, wanted, once === wanted ? [] : where);
        part.atMost('pairs found wrongly or twice', where.length, 0, where);
        part.atMost('boxes found as a pair with themselves', alone.length, 0, alone);
        return { tests, found, lines: where.map(([, i, j]) => [i, j].flatMap(k => [(boxes[k].left + boxes[k].right) / 2, (boxes[k].bottom + boxes[k].top) / 2])) };
    }

    function pairs(part) {
        part.fill();
        const { tests, found, lines } = comparePairs(part);
        part.atMost('tests', tests, 20 * part.count);
        part.draw('boxes that overlap another one', i => (part.wrong.has(i) ? 3 : found.has(i) ? 2 : 1), null, lines);
    }

    function moving(part) {
        const { own, count } = part;
        part.fill();
        own.counted.puts = 0;
        part.draw('before the first tick');
        for (let tick = 1; tick <= TICKS; tick++) {
            for (let i = 0; i < count; i++) {
                const { left, bottom, right, top } = part.boxes[i];
                const x = part.dice(5) - 2, y = part.dice(5) - 2;
                part.boxes[i] = { left: left + x, bottom: bottom + y, right: right + x, top: top + y };
                own.move(part.root, part.items[i], { ...part.boxes[i] });
            }
            const times = part.times();
            part.draw(`tick ${tick}: ${own.counted.puts} boxes put into a leaf`, i => (times[i] === 1 ? 1 : 3));
        }
        const puts = own.counted.puts;
        part.stored('boxes stored after ten ticks');
        const still = part.items.filter(({ number, box }) => name(box) !== name(part.boxes[number]));
        part.equal('boxes in their new place', count - still.length, count, still.map(({ number }) => [`box ${number} has not moved to ${name(part.boxes[number])}`, number]));
        comparePairs(part);
        part.atMost('boxes put into a leaf', puts, 5 * count);
    }

    // A section, and how many of the numbers of the dice the sections before it have used.
    const parts = [
        [node, () => 0], [split, n => 4 * n], [insert, n => 8 * n], [remove, n => 12 * n],
        [window, n => 20 * n], [pairs, n => 28 * n - 4], [moving, n => 32 * n - 4],
    ];

    /** Runs section 0 to 6 with the reader's functions on so many boxes; throws what they throw. */
    self.runSection = (section, own, count) => {
        const [run, skip] = parts[section];
        const part = new Part(own, count, skip(count));
        run(part);
        const { checks, notes, frames } = part;
        return { checks, notes, frames };
    };
})();
