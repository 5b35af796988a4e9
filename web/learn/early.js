// Light or dark, before anything is drawn; src/theme.js goes on from here. A file of its own, since the pages allow no script inside.
try { document.documentElement.dataset.theme = localStorage.theme ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'); } catch { /* as the style sheet has it */ }
