/** The whole site: each document of `docs/` as a page, its pictures and files, and the index of the search. Pure. */
import { posix } from 'node:path';
import { escapeHtml } from './escape-html.ts';
import { type Entry, type Folder, frame } from './frame.ts';
import { folderPage, pagePath, targetOf, toRoot } from './links.ts';
import { type Rendered, render } from './render.ts';

type Content = string | Uint8Array;
export type Files = ReadonlyMap<string, Content>;

const FOLDERS = [
  ['learn', 'Learn'],
  ['how-to', 'How to'],
  ['reference', 'Reference'],
  ['explanation', 'Explanation'],
  ['explanation/adr', 'Decisions'],
] as const;

/** The API page shows it. */
const LEFT_OUT = 'reference/http-api.yaml';

/**
 * @param documents files of `docs/`, by path
 * @returns files of the site, by path
 */
export function siteOf(documents: Files): Files {
  const names = new Set(documents.keys());
  const pages = new Map<string, Rendered>();
  for (const [path, content] of documents)
    if (path.endsWith('.md'))
      pages.set(
        path,
        render(String(content), (href) => targetOf(path, href, names)),
      );
  for (const folder of bareFolders(names)) pages.set(`${folder}/index.md`, listing(folder, names, pages));
  const folders = foldersOf(pages);
  const made = [...pages].map(([path, page]) => {
    const at = pagePath(path);
    return [at, frame({ ...page, page: at, folders })] as const;
  });
  const copied = [...documents].filter(([path]) => !path.endsWith('.md') && path !== LEFT_OUT);
  return new Map<string, Content>([...copied, ...made, ['assets/search.json', searchIndex(pages)]]);
}

/** Folders below the four that have no README: decisions, schemas, examples. */
function bareFolders(names: ReadonlySet<string>): readonly string[] {
  const folders = new Set([...names].map((name) => posix.dirname(name)).filter((folder) => folder !== '.'));
  return [...folders].filter((folder) => !names.has(`${folder}/README.md`));
}

function listing(folder: string, names: ReadonlySet<string>, pages: ReadonlyMap<string, Rendered>): Rendered {
  const title = FOLDERS.find(([name]) => name === folder)?.[1] ?? folder;
  const files = [...names].filter((name) => posix.dirname(name) === folder && name !== LEFT_OUT).sort();
  const root = toRoot(folderPage(folder));
  const rows = files.map((name) => {
    const text = pages.get(name)?.title ?? posix.basename(name);
    return `<li><a href="${root}${pagePath(name)}">${escapeHtml(text)}</a></li>`;
  });
  return { title, html: `<h1>${escapeHtml(title)}</h1><ul>${rows.join('')}</ul>`, sections: [] };
}

function foldersOf(pages: ReadonlyMap<string, Rendered>): readonly Folder[] {
  return FOLDERS.map(([folder, title]) => {
    const entries: Entry[] = [...pages]
      .filter(([path]) => posix.dirname(path) === folder && !path.endsWith('/index.md'))
      .map(([path, { title: name }]) => ({ page: pagePath(path), title: name }));
    if (folder === 'explanation/adr') return { title, entries, list: folderPage(folder) };
    return { title, entries: entries.sort(byTitle) };
  });
}

function byTitle(one: Entry, other: Entry): number {
  return one.title < other.title ? -1 : 1;
}

/**
 * What the search loads: pages with their sections. For decisions and old benchmarks only the titles, to keep it small.
 */
function searchIndex(pages: ReadonlyMap<string, Rendered>): string {
  const entries = [...pages].map(([path, { title, sections }]) => ({
    page: pagePath(path),
    title,
    sections: sections.map(({ anchor, title: heading, text }) => [
      anchor,
      heading,
      /\/adr\/|history/.test(path) ? '' : text,
    ]),
  }));
  return JSON.stringify(entries);
}
