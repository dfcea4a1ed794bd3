/**
 * The script of the page `/docs/api.html`: search, links into closed entries, commands to copy in four languages, and calls
 * to try.
 */
import { byId, make } from './docs-elements.ts';
import { offerLanguages } from './docs-languages.ts';
import { offerCalls } from './docs-try.ts';

begin();

function begin(): void {
  const tools = document.getElementById('tools');
  if (tools === null) return;
  tools.hidden = false;
  offerSearch();
  offerCalls();
  offerLanguages();
  for (const command of document.querySelectorAll<HTMLElement>('.command')) offerCopy(command);
  addEventListener('hashchange', openNamed);
  openNamed();
}

/** Opens the entry that the address names; search must not hide it. */
function openNamed(): void {
  const entry = document.getElementById(location.hash.slice(1));
  if (!(entry instanceof HTMLDetailsElement)) return;
  entry.open = true;
  if (entry.hidden) clearSearch();
  entry.scrollIntoView();
}

function clearSearch(): void {
  const search = byId('search', HTMLInputElement);
  search.value = '';
  search.dispatchEvent(new Event('input'));
}

/** Every word must be in the entry: in its task, path or summary, or in a member's name. */
function offerSearch(): void {
  const search = byId('search', HTMLInputElement);
  const found = byId('found', HTMLElement);
  const sections = [...document.querySelectorAll('section')].map((section) => {
    const title = section.querySelector('h2')?.textContent ?? '';
    const entries = [...section.querySelectorAll<HTMLElement>('.entry')].map((entry) => {
      const names = [...entry.querySelectorAll('summary, dt code')].map(({ textContent }) => textContent ?? '');
      return { entry, text: [title, ...names].join(' ').toLowerCase() };
    });
    return { section, link: document.querySelector<HTMLElement>(`nav a[href="#${section.id}"]`), entries };
  });
  const calls = document.querySelectorAll('.call').length;
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().match(/\S+/g) ?? [];
    for (const { section, link, entries } of sections) {
      for (const { entry, text } of entries) entry.hidden = !words.every((word) => text.includes(word));
      section.hidden = entries.every(({ entry }) => entry.hidden);
      if (link !== null) link.hidden = section.hidden;
    }
    const left = document.querySelectorAll('.call:not([hidden])').length;
    found.textContent = words.length === 0 ? '' : left === 0 ? 'No calls match' : `${left} of ${calls} calls`;
  });
}

/** Browsers have a clipboard on pages that came by https or from the same machine. */
function offerCopy(command: HTMLElement): void {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  const text = (): string => command.querySelector('pre:not([hidden])')?.textContent ?? '';
  if (clipboard === undefined) return;
  const button = make('button', { type: 'button', className: 'small', textContent: 'Copy' });
  button.addEventListener('click', () => {
    clipboard.writeText(text()).then(
      () => {
        button.textContent = 'Copied';
      },
      () => {
        button.textContent = 'Copy failed';
      },
    );
  });
  command.append(button);
}
