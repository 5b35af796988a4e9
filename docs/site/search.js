// The search field, and the place of this page in the navigation. tools/docs puts two lists before these lines: `names` of
// what the headers declare, as Doxygen's search has them, and `sections` of the documents: [title, page, text].

for (const link of document.querySelectorAll("nav a"))
    if (link.href === location.href.split("#")[0]) {
        link.className = "here";
        link.closest("details").open = true;
    }

const menu = document.getElementById("menu");
menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(document.querySelector("nav").classList.toggle("open"))));

// What scrolls by itself is reached by Tab, so that keys can scroll it.
addEventListener("resize", reachable);
function reachable() {
    for (const wide of document.querySelectorAll("main pre, main .fragment, main table, main .memproto, main .contents"))
        if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
        else wide.removeAttribute("tabindex");
}
addEventListener("DOMContentLoaded", reachable);

// Each thing that can be found: what it is called, where, in which page or struct, and what it says.
const everything = [];
let page = "";
for (const [title, href, text] of sections) {
    if (!href.includes("#")) page = title;
    everything.push({ title, href, within: title === page ? "" : page, text: text.toLowerCase() });
}
for (const [, [title, ...places]] of names)
    for (const [href, , scope] of places)
        if (/_8h\.html|struct/.test(href)) everything.push({ title, href: href.replace("../", ""), within: scope, text: "" });

// Less is better: the title is what was typed, begins with it, has it, has all words, the text has all words.
function rank(thing, words) {
    const title = thing.title.toLowerCase().replace(/_/g, " ");
    const whole = words.join(" ");
    if (title === whole) return 0;
    if (title.startsWith(whole)) return 1;
    if (title.includes(whole)) return 2;
    if (words.every(word => title.includes(word))) return 3;
    return words.every(word => title.includes(word) || thing.text.includes(word)) ? 4 : 5;
}

const field = document.getElementById("search");
const found = document.getElementById("found");

field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/[\s_]+/).filter(word => word);
    const ranked = everything.map(thing => [rank(thing, words), thing]).filter(([r]) => r < 5);
    ranked.sort(([a, x], [b, y]) => a - b || (a < 4 ? x.title.length - y.title.length : 0));
    found.replaceChildren(...(words.length ? ranked.slice(0, 40) : []).map(([, thing]) => {
        const link = document.createElement("a");
        link.href = thing.href;
        link.textContent = thing.title;
        const within = document.createElement("small");
        within.textContent = " " + thing.within;
        link.append(within);
        const item = document.createElement("li");
        item.append(link);
        return item;
    }));
    if (words.length && !ranked.length) found.textContent = "Nothing found";
});

field.addEventListener("keydown", event => {
    if (event.key === "Escape") { field.value = ""; found.replaceChildren(); }
    if (event.key === "Enter" && found.querySelector("a")) found.querySelector("a").click();
});
found.addEventListener("click", () => found.replaceChildren());
