// Light or dark: as the system has it, until the button says otherwise.

const wanted = matchMedia('(prefers-color-scheme: light)');
const root = document.documentElement;

function stored() {
    try {
        return localStorage.getItem('theme');
    } catch {
        return null; // pages may be forbidden to remember
    }
}

let chosen = stored();

export const isDark = () => (chosen ? chosen === 'dark' : !wanted.matches);

const followers = new Set();

function show() {
    root.dataset.theme = isDark() ? 'dark' : 'light';
    for (const follow of followers) follow();
}

wanted.addEventListener('change', show);
document.getElementById('theme')?.addEventListener('click', () => {
    chosen = isDark() ? 'light' : 'dark';
    try {
        localStorage.setItem('theme', chosen);
    } catch { /* then it holds for this page */ }
    show();
});
show();

/** Calls `then` now and whenever it changes. */
export function onTheme(then) {
    followers.add(then);
    then();
}
