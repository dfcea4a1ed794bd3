/**
 * The frame of every page: head, the tenant's logo and name, and a content security policy that allows only the page's
 * own parts. Pages load nothing from other hosts.
 */
import { createHash } from 'node:crypto';
import type { Language } from './accept-language.ts';
import { pageStyle } from './page-style.ts';

/** Name, logo and colour of a tenant. */
export interface Brand {
  readonly name: string;
  /** Path on this server, or a data URL. */
  readonly logo?: { readonly src: string; readonly alt: string };
  /** `#rgb` or `#rrggbb`. */
  readonly accent?: string;
}

export interface PageParts {
  readonly language: Language;
  readonly title: string;
  readonly brand: Brand;
  /** Markup of `main` with its tags, and of what comes after it. */
  readonly main: string;
  /** Further markup of the head. */
  readonly head?: string;
  /** This page's rules, in addition to the common ones. */
  readonly style?: string;
  /** True if the page runs one of this server's scripts. */
  readonly script?: true;
  /** True if it has forms that this server receives. */
  readonly posts?: true;
  /** True if the response to its form leads to an application: browsers compare each redirect with `form-action`. */
  readonly leadsAway?: true;
}

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const PAGE_CONTENT_TYPE = 'text/html; charset=utf-8';

/** Creates the page. `title` and `brand` are escaped here, `main` and `head` by the caller. */
export function page({ language, title, brand, main, head = '', style: own, ...of }: PageParts): Page {
  const style = pageStyle(brand.accent, own);
  const logo =
    brand.logo === undefined ? '' : `<img src="${escapeHtml(brand.logo.src)}" alt="${escapeHtml(brand.logo.alt)}" />`;
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="robots" content="noindex" />
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:," />
<style>${style}</style>
${head}
</head>
<body>
<header>${logo}<p>${escapeHtml(brand.name)}</p></header>
${main}
</body>
</html>
`;
  return { html, headers: pageHeaders(style, of) };
}

/** Escapes text for an element or an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function pageHeaders(
  style: string,
  { script, posts, leadsAway }: Pick<PageParts, 'script' | 'posts' | 'leadsAway'>,
): Page['headers'] {
  const hash = createHash('sha256').update(style).digest('base64');
  const forms = leadsAway === true ? '' : `; form-action '${posts === true ? 'self' : 'none'}'`;
  const own = script === true ? "script-src 'self'; connect-src 'self'; " : '';
  return {
    'content-security-policy': `default-src 'none'; ${own}style-src 'sha256-${hash}'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'${forms}`,
    'cache-control': 'no-store',
    vary: 'accept-language',
  };
}
