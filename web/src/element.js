/** An element with properties and children. */
export function element(kind, values = {}, ...children) {
    const made = Object.assign(document.createElement(kind), values);
    made.append(...children);
    return made;
}
