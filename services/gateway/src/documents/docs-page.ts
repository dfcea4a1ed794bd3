/** `GET /docs`: the API description for people. It has no script and loads no other resource. */
import { escapeHtml, PAGE_CONTENT_TYPE, page } from '@countersign/shared/pages/page';
import { allPaths, type PathOwner } from '../routes/routes.ts';

const STYLE = `main { margin: 0 auto; max-width: 62rem; }
h2 { margin-top: 2.5rem; }
ul { list-style: none; margin: 0; padding: 0; }
li { display: grid; gap: 0 1rem; padding: .625rem 0; border-top: 1px solid var(--line); }
li p { margin: 0; }
.route { font-weight: 600; }
.facts { color: var(--soft); font-size: .9375rem; }
@media (min-width: 48rem) { li { grid-template-columns: minmax(0, 5fr) minmax(0, 4fr) 8rem; } .facts { text-align: right; } }
`;

const SECTIONS: readonly (readonly [PathOwner, string, string])[] = [
  ['a', 'Variant A', 'Management needs the header <code>x-api-key</code>.'],
  ['b', 'Variant B', 'Management needs <code>Authorization: Bearer</code> with a token of <code>/auth/token</code>.'],
  ['shared', 'Both variants', 'Management; the credential selects variant and tenant.'],
  ['global', 'Service', 'No tenant, no login.'],
];

/** The page, made once from the route table. */
export function docsPage(): {
  readonly text: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const sections = SECTIONS.map(([owner, title, text]) => section(owner, title, text)).join('');
  const main = `<main><div class="sheet"><h1>Countersign HTTP interface</h1><p>The same for machines, with all fields: <a href="openapi.json">openapi.json</a> (OpenAPI 3.0). <a href="docs/try">Try calls</a>, as you are signed in to the console.</p>${sections}</div></main>`;
  const { html, headers } = page({
    language: 'en',
    title: 'Countersign HTTP interface',
    brand: { name: 'Countersign' },
    main,
    style: STYLE,
  });
  const { 'content-security-policy': policy = '' } = headers;
  return { text: html, contentType: PAGE_CONTENT_TYPE, headers: { 'content-security-policy': policy } };
}

function section(owner: PathOwner, title: string, text: string): string {
  const rows = allPaths()
    .filter((row) => row.owner === owner)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ route, path }) => {
      const statuses = [...new Set([route.success.json, route.success.form ?? route.success.json])].join(' / ');
      const facts = route.role === undefined ? statuses : `${statuses}, ${route.role}`;
      return `<li><p class="route">${route.method} <code>${breakable(path)}</code></p><p>${escapeHtml(route.summary)}</p><p class="facts">${facts}</p></li>`;
    });
  return `<section aria-label="${title}"><h2>${title}</h2><p>${text}</p><ul>${rows.join('')}</ul></section>`;
}

/** Lets a long path break before a slash, not within a word. */
function breakable(path: string): string {
  return path
    .split('/')
    .map(escapeHtml)
    .join('<wbr />/')
    .replace(/^<wbr \/>/, '');
}
