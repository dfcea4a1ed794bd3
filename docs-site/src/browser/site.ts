/** The script of every page: search, copy buttons, language tabs and the theme. Pages can be read without it. */
import { find, type IndexedPage } from './find.js';

const root = document.body.dataset.root ?? './';
const LANGUAGE = 'language';

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, text = ''): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = make('button', 'Copy');
    button.type = 'button';
    button.className = 'copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    block.append(button);
  }
}

/** One language at a time, the same in every example and on every page. */
function addTabs(): void {
  for (const group of document.querySelectorAll<HTMLElement>('.variants')) {
    const bar = make('div');
    bar.className = 'tabs';
    bar.setAttribute('role', 'group');
    bar.setAttribute('aria-label', 'Language');
    for (const { dataset } of group.querySelectorAll<HTMLElement>('.code')) {
      const button = make('button', dataset.language);
      button.type = 'button';
      button.addEventListener('click', () => choose(dataset.language ?? ''));
      bar.append(button);
    }
    group.prepend(bar);
    group.classList.add('chosen');
  }
  choose(localStorage.getItem(LANGUAGE) ?? 'curl', false);
}

function choose(language: string, kept = true): void {
  if (kept) localStorage.setItem(LANGUAGE, language);
  for (const group of document.querySelectorAll('.variants')) {
    const blocks = [...group.querySelectorAll<HTMLElement>('.code')];
    const shown = blocks.find(({ dataset }) => dataset.language === language) ?? blocks[0];
    for (const block of blocks) block.hidden = block !== shown;
    for (const button of group.querySelectorAll('.tabs button'))
      button.setAttribute('aria-pressed', String(button.textContent === shown?.dataset.language));
  }
}

function addTheme(): void {
  const button = document.querySelector<HTMLElement>('#theme');
  button?.addEventListener('click', () => {
    const { theme } = document.documentElement.dataset;
    const dark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    const next = dark ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    localStorage.setItem('theme', next);
  });
}

let index: Promise<readonly IndexedPage[]> | undefined;

async function loadIndex(): Promise<readonly IndexedPage[]> {
  const response = await fetch(`${root}assets/search.json`);
  if (!response.ok) throw new Error(`The search index returned ${response.status}`);
  return response.json();
}

async function show(query: string): Promise<void> {
  const results = document.querySelector<HTMLElement>('#results');
  const status = results?.querySelector('p');
  const list = results?.querySelector('ol');
  if (!results || !status || !list) return;
  results.hidden = query.trim() === '';
  if (results.hidden) return;
  index ??= loadIndex();
  try {
    const found = find(await index, query);
    status.textContent = found.length === 0 ? 'Nothing found' : `${found.length} found`;
    list.replaceChildren(...found.map(resultItem));
  } catch {
    index = undefined;
    status.textContent = 'The search could not be loaded. Try again.';
  }
}

function resultItem({ href, page, heading, excerpt }: ReturnType<typeof find>[number]): HTMLElement {
  const item = make('li');
  const link = make('a', heading === page ? page : `${page}: ${heading}`);
  link.href = `${root}${href}`;
  item.append(link, make('p', excerpt));
  return item;
}

function addSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#search');
  field?.addEventListener('input', () => show(field.value));
  document.querySelector('#results')?.addEventListener('click', ({ target }) => {
    const results = document.querySelector<HTMLElement>('#results');
    if (target instanceof HTMLAnchorElement && results) results.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !typing) {
      event.preventDefault();
      field?.focus();
    }
    if (event.key === 'Escape' && field) {
      field.value = '';
      show('');
    }
  });
}

addCopyButtons();
addTabs();
addTheme();
addSearch();
document.querySelector('#tools')?.removeAttribute('hidden');
