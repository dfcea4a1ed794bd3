/** `GET /docs`: the API description for people. No script, nothing from elsewhere. */
import { createHash } from 'node:crypto';
import { allPaths, type PathOwner } from './routes.ts';

const STYLE = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.5rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
code{font:.875em/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
.m{font-weight:600;white-space:nowrap}p.n{background:var(--soft);padding:.6rem .8rem;border-radius:.4rem}
@media(max-width:40rem){td:nth-child(4),th:nth-child(4){display:none}}`;

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
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Countersign HTTP interface</title><meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head><body><h1>Countersign HTTP interface</h1><p class="n">Label 0.0.1. The same for machines, with all fields: <a href="openapi.json">openapi.json</a> (OpenAPI 3.0).</p>${sections}</body></html>`;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return {
    text: html,
    contentType: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  };
}

function section(owner: PathOwner, title: string, text: string): string {
  const rows = allPaths()
    .filter((row) => row.owner === owner)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ route, path }) => {
      const statuses = [...new Set([route.success.json, route.success.form ?? route.success.json])].join(' / ');
      const login = route.auth === 'management' ? 'yes' : '';
      return `<tr><td class="m">${route.method}</td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(route.summary)}</td><td>${statuses}</td><td>${login}</td></tr>`;
    });
  return `<h2>${title}</h2><p>${text}</p><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Status</th><th>Login</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
