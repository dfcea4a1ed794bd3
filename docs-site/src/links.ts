/** The target of a document's link on the site. Paths are relative to `docs/`. */
import { posix } from 'node:path';

/** An address to follow, or a path in the repository that the site doesn't have. */
export type Target = { readonly href: string } | { readonly repository: string };

/** The page with the readable API description. The server creates it. */
export const API_PAGE = 'api.html';
const API_DESCRIPTION = 'reference/http-api.yaml';
const INDEX = 'README.md';

/** The path of a document's page on the site: `index.html` for the index, `benchmarks/history/README.html` for another README. */
export function pagePath(document: string): string {
  return document === INDEX ? 'index.html' : document.replace(/\.md$/, '.html');
}

/** `./` or `../` as often as needed: from a page to the root of the site. */
export function toRoot(page: string): string {
  const depth = page.split('/').length - 1;
  return depth === 0 ? './' : '../'.repeat(depth);
}

/**
 * @param document that has the link
 * @param href as written in the document
 * @param files every file of `docs/`
 */
export function targetOf(document: string, href: string, files: ReadonlySet<string>): Target {
  if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return { href };
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(document), decodeURIComponent(path)).replace(/\/$/, '');
  const page = siteFile(target, files);
  if (page === undefined) return { repository: posix.join('docs', target) };
  const end = anchor === undefined || page === API_PAGE ? '' : `#${anchor}`;
  return { href: `${toRoot(pagePath(document))}${page}${end}` };
}

function siteFile(target: string, files: ReadonlySet<string>): string | undefined {
  if (target === API_DESCRIPTION) return API_PAGE;
  if (files.has(target)) return pagePath(target);
  if (files.has(`${target}/${INDEX}`)) return pagePath(`${target}/${INDEX}`);
  return [...files].some((file) => file.startsWith(`${target}/`)) ? folderPage(target) : undefined;
}

/** The page that lists a folder without a README. */
export function folderPage(folder: string): string {
  return `${folder}/index.html`;
}
