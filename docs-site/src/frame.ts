/**
 * What every page has around its text: head, search, theme, the list of all pages. It loads only the site's own files.
 */
import { escapeHtml } from './escape-html.ts';
import { API_PAGE, toRoot } from './links.ts';
import type { Section } from './render.ts';

/** A page in the list of pages. */
export interface Entry {
  readonly page: string;
  readonly title: string;
}

export interface Folder {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** A page that lists the entries: other pages link to it instead. */
  readonly list?: string;
}

export interface FrameParts {
  readonly page: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  readonly folders: readonly Folder[];
}

/** For web hosts that set no headers. `frame-ancestors` only works as a header. */
export const SITE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

export function frame({ page, title, html, sections, folders }: FrameParts): string {
  const root = toRoot(page);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="content-security-policy" content="${SITE_POLICY}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeHtml(title)} · Countersign</title>
<link rel="icon" href="${root}assets/icon.svg" />
<link rel="stylesheet" href="${root}assets/site.css" />
<script src="${root}assets/theme.js"></script>
<script type="module" src="${root}assets/site.js"></script>
</head>
<body data-root="${root}">
<a class="skip" href="#text">Skip to the text</a>
<header><p><a href="${root}index.html">Countersign documents</a></p><div id="tools" hidden><div role="search"><input id="search" type="search" aria-label="Search the documents" placeholder="Search" autocomplete="off" spellcheck="false" /></div><button id="theme" type="button">Theme</button></div></header>
<section id="results" aria-label="Search results" hidden><p role="status"></p><ol></ol></section>
<div class="layout">
<main id="text" tabindex="-1">${contents(sections)}${html}</main>
<nav aria-label="Documents">${navigation(page, root, folders)}</nav>
</div>
</body>
</html>
`;
}

function navigation(page: string, root: string, folders: readonly Folder[]): string {
  const link = ({ page: to, title }: Entry): string =>
    `<li><a href="${root}${to}"${to === page ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  // Decisions are many: other pages only link to their list.
  const lists = folders.map(({ title, entries, list }) => {
    const open = entries.some((entry) => entry.page === page);
    if (list !== undefined && !open && page !== list) return `<ul>${link({ page: list, title })}</ul>`;
    return `<details${open ? ' open' : ''}><summary>${title}</summary><ul>${entries.map(link).join('')}</ul></details>`;
  });
  const first = [
    { page: 'index.html', title: 'All documents' },
    { page: API_PAGE, title: 'API reference' },
  ];
  return `<ul>${first.map(link).join('')}</ul>${lists.join('')}`;
}

/** Links to the sections of a long page. */
function contents(sections: readonly Section[]): string {
  const parts = sections.filter(({ level }) => level === 2);
  if (parts.length < 3) return '';
  const links = parts.map(({ anchor, title }) => `<li><a href="#${anchor}">${escapeHtml(title)}</a></li>`);
  return `<details class="contents"><summary>On this page</summary><ul>${links.join('')}</ul></details>`;
}
