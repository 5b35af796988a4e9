// The steps of changes: inserting, splitting, removing, merging, moving.
import { boxesOf, letter, nameOf, Recorder, sideOf, The, the } from './recorder.js';

const same = (a, b) => a.left === b.left && a.bottom === b.bottom && a.right === b.right && a.top === b.top;
const inner = node => nameOf(node).split('/').at(-1);
const centreIs = (item, node) => `the centre of ${letter(item)} is ${sideOf(node, item.box)}`;

export class Changing extends Recorder {
    #isBulk = false; // many boxes change their lists in one step

    pass(node, item) {
        const before = { ...node.bounds };
        super.pass(node, item);
        const grown = same(before, node.bounds) ? 'hold it already' : 'grow around it';
        this.say(`${the(node)}: ${centreIs(item, node)}, so the way leads to ${inner(this.childFor(node, item.box))}. ${The(node)} counts one more box, and its bounds ${grown}.`, node, item);
        this.look(node, 'opened');
    }

    insert(item) {
        if (this.isMoving) {
            this.shown = { ...this.shown, ghost: this.was };
            this.say(`${letter(item)} has its new box, and goes in as any other box does: from the root.`, item);
        }
        super.insert(item);
    }

    put(node, item) {
        super.put(node, item);
        if (this.#isBulk) return;
        const has = `${the(node)} is a leaf, so ${letter(item)} joins its list, which now has ${boxesOf(node.items.length)}.`;
        const { capacity, deepest } = this;
        if (node.items.length <= capacity) this.say(`${has} The capacity is ${capacity}, so nothing splits.`, node, item);
        else if (node.depth < deepest) this.say(`${has} The capacity is ${capacity}: the leaf has to split.`, node, item);
        else this.say(`${has} That is more than the capacity, but at the last depth a leaf takes all.`, node, item);
    }

    split(leaf) {
        this.#isBulk = true;
        super.split(leaf);
        this.#isBulk = false;
    }

    divide(leaf) {
        super.divide(leaf);
        this.look(leaf, 'opened');
        this.say(`${the(leaf)} gets four empty children, squares of half its side. Each of its ${leaf.count} boxes goes to one of them.`, leaf, ...leaf.children);
    }

    deal(leaf, item) {
        super.deal(leaf, item);
        this.say(`${centreIs(item, leaf)}: it goes to ${nameOf(item.leaf)}.`, item.leaf, item);
    }

    take(item) {
        const leaf = super.take(item);
        this.look(item, 'hand');
        this.say(`${letter(item)} is out of the list of ${the(leaf)}. Now each node on the way up has to forget it.`, leaf, item);
        return leaf;
    }

    refit(node) {
        const before = { ...node.bounds };
        super.refit(node);
        const bounds = node.count === 0 ? 'has no bounds any more' : same(before, node.bounds) ? 'keeps its bounds' : 'computes its bounds again';
        this.look(node, 'opened');
        if (!node.children) this.say(`${the(node)} has ${boxesOf(node.count)} left, and ${bounds}.`, node);
        else if (this.shouldMerge(node)) {
            const left = `Only ${boxesOf(node.count)} ${node.count === 1 ? 'is' : 'are'} left below it`;
            this.say(`${the(node)} ${bounds}. ${left}, and at ${this.mergeAt} or fewer its children merge.`, node, ...node.children);
        } else this.say(`${the(node)} ${bounds}. It has ${boxesOf(node.count)} below, more than ${this.mergeAt}: its children stay.`, node);
    }

    merge(node) {
        this.#isBulk = true;
        super.merge(node);
        this.#isBulk = false;
        this.say(`${the(node)} takes the ${boxesOf(node.count)} into its own list and drops its four children. It is a leaf again.`, node, ...node.items);
    }

    leafFor(box) {
        const leaf = super.leafFor(box);
        const item = this.moved;
        const way = [];
        for (let node = leaf; node.parent; node = node.parent) way.unshift(inner(node));
        const leads = `Its new centre leads ${way.length ? `from the root to ${way.join(', then ')}` : 'to the root'}`;
        this.isMoving = leaf !== item.leaf;
        if (this.isMoving) this.say(`${leads}: to another leaf than ${the(item.leaf)}, which holds it now. So it is taken out and inserted again.`, leaf, item.leaf, item);
        else this.say(`${leads}: to the leaf that holds it now. So it stays in its list, and only bounds may change.`, leaf, item);
        return leaf;
    }

    move(item, box) {
        const { left, bottom, right, top } = item.box;
        this.was = [left, bottom, right, top];
        this.moved = item;
        super.move(item, box);
        this.isMoving = false;
    }
}
