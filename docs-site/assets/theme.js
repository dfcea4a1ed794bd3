// Applies the theme that the reader has chosen, before anything is painted: a classic script, as modules run later.
const chosen = localStorage.getItem('theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
