// The steps of questions: a window, the nearest, pairs.
import { distanceTo } from '../tree.js';
import { boxesOf, letter, plural, Recorder, the } from './recorder.js';

const ORDER = ['nearest', 'second nearest', 'third nearest', 'fourth nearest'];

/** Why a box misses a window. */
function missing(box, window) {
    if (box.right < window.left) return 'ends left of the window';
    if (box.left > window.right) return 'begins right of the window';
    return box.top < window.bottom ? 'ends below the window' : 'begins above the window';
}

export class Asking extends Recorder {
    visits(node, window) {
        const isMet = super.visits(node, window);
        this.boundsTests++;
        const holds = node.children ? 'Its children are asked next.' : `Its ${boxesOf(node.items.length)} ${node.items.length === 1 ? 'is' : 'are'} compared with the window.`;
        if (isMet) this.look(node, 'opened');
        else for (const one of this.nodes(node)) this.look(one, 'skipped');
        if (isMet) this.say(`${the(node)}: its bounds overlap the window. ${holds}`, node);
        else if (node.count === 0) this.say(`${the(node)} is empty, and has no bounds to overlap anything.`, node);
        else {
            const skipped = node.count === 1 ? 'Its box is' : `All ${node.count} boxes ${node.children ? 'below it' : 'in it'} are`;
            this.say(`${the(node)}: its bounds miss the window. ${skipped} skipped without a test.`, node);
        }
        return isMet;
    }

    meets(item, window) {
        const isMet = super.meets(item, window);
        this.look(item, isMet ? 'found' : 'missed');
        this.say(`${letter(item)} ${isMet ? 'overlaps the window: found' : `${missing(item.box, window)}: not found`}.`, item.leaf, item);
        return isMet;
    }

    pairs(report, node = this.root) {
        const { items, children } = node;
        if (children) this.say(`${the(node)}: first the pairs in each child, then those between two of its children.`, node);
        else if (items.length > 1) this.say(`${the(node)} is a leaf: its ${items.length} boxes are compared with each other.`, node);
        super.pairs(report, node);
    }

    mayMeet(a, b) {
        const isMet = super.mayMeet(a, b);
        this.boundsTests++;
        if (a.count === 0 || b.count === 0) return isMet;
        const both = `${the(a)} and ${the(b)}: their bounds`;
        const opened = a.children && (!b.children || a.half >= b.half) ? a : b;
        if (!isMet) this.say(`${both} do not overlap. So no box of one meets a box of the other: ${plural(a.count * b.count, 'test')} saved.`, a, b);
        else if (opened.children) this.say(`${both} overlap. The children of ${the(opened)} are asked one by one.`, a, b);
        else this.say(`${both} overlap. Boxes of ${the(a)} that reach the bounds of ${the(b)} are compared.`, a, b);
        return isMet;
    }

    reaches(item, node) {
        const isMet = super.reaches(item, node);
        this.boundsTests++;
        const count = node.items.length;
        this.say(isMet ? `${letter(item)} reaches the bounds of ${the(node)}, so it is compared with the ${count === 1 ? 'box' : `${count} boxes`} there.`
            : `${letter(item)} does not reach the bounds of ${the(node)}: ${plural(count, 'test')} saved.`, item.leaf, node, item);
        return isMet;
    }

    compare(item, other, report) {
        const before = this.pairsFound.length;
        super.compare(item, other, (one, two) => {
            this.pairsFound.push([one, two]);
            this.look(one, 'found');
            this.look(two, 'found');
            report(one, two);
        });
        const [a, b] = [letter(item), letter(other)];
        const across = item.leaf === other.leaf ? '' : `, across the border between ${the(item.leaf)} and ${the(other.leaf)}`;
        const nodes = item.leaf === other.leaf ? [item.leaf] : [item.leaf, other.leaf];
        this.say(this.pairsFound.length > before ? `${a} and ${b} overlap: a pair${across}.` : `${a} and ${b} do not overlap.`, ...nodes, item, other);
    }

    nearest(x, y, most) {
        this.at = { x, y };
        this.shown = { ...this.shown, point: [x, y] };
        const distance = this.root.count > 0 ? distanceTo(this.root.bounds, x, y) : Infinity;
        this.queue = [{ node: this.root, distance }];
        this.look(this.root, 'queued');
        this.say(`which ${most} boxes are nearest to the cross? The queue holds nodes and boxes, the nearest first. It begins with the root.`, this.root);
        return super.nearest(x, y, most);
    }

    open(first, queue, x, y) {
        const { node } = first;
        this.queue = queue;
        this.#reach(first);
        super.open(first, queue, x, y);
        const members = node.children ? node.children.filter(({ count }) => count > 0) : node.items;
        this.boundsTests += node.children ? members.length : 0;
        this.look(node, 'opened');
        for (const one of members) this.look(one, 'queued');
        const join = node.children ? `its ${members.length === 1 ? 'child with boxes joins' : `${members.length} children with boxes join`} the queue, by the distance of their bounds`
            : `its ${members.length === 1 ? 'box joins' : `${members.length} boxes join`} the queue`;
        this.say(`${the(node)} is first in the queue, and ${node.children ? 'an inner node' : 'a leaf'}. It leaves, and ${join}.`, node, ...members);
    }

    answer(first, found) {
        super.answer(first, found);
        this.#reach(first);
        this.look(first.item, 'found');
        const distance = Math.round(Math.sqrt(first.distance));
        const why = distance === 0 ? 'The cross is in it' : `Everything still in the queue is ${distance} away or more`;
        this.say(`${letter(first.item)} is first in the queue, and a box. ${why}, so it is the ${ORDER[found.length - 1]}.`, first.item);
    }

    /** The circle that is searched so far, and the way to what has come first. */
    #reach(first) {
        const { node, item, distance } = first;
        const { left, bottom, right, top } = item?.box ?? node.bounds;
        const { x, y } = this.at;
        this.taken = first;
        this.line = [x, y, Math.min(right, Math.max(left, x)), Math.min(top, Math.max(bottom, y))];
        this.shown = { ...this.shown, reach: Math.sqrt(distance) };
    }
}
