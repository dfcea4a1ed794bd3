/**
 * `GET /docs/try`: the API description as a reference in which calls can be tried (Swagger UI, from its package). Its script is
 * served by this server, and a call is made as the person who is signed in to the console, unless a credential is typed in.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Operation } from '@countersign/shared/http/message';
import { PAGE_CONTENT_TYPE } from '@countersign/shared/pages/page';
import { notFound } from '../request/parameters.ts';
import { siteTypes } from '../schemas/content-types.ts';
import { constantDocument } from './constant-document.ts';

/** Pictures in the style sheet are data URLs. */
export const TRY_POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
<title>Countersign HTTP interface: try calls</title>
<link rel="icon" href="data:," />
<link rel="stylesheet" href="assets/swagger-ui.css" />
<script src="assets/swagger-ui-bundle.js" defer></script>
<script src="assets/try-calls.js" defer></script>
</head>
<body>
<main><h1>Countersign HTTP interface</h1>
<p>Calls are made as you are signed in to the <a href="../console">console</a>, or with a credential that you enter at Authorize. <a href="../docs">The same as a plain list</a></p>
<div id="reference"><noscript>This page needs a script. <a href="../docs">The plain list</a> needs none.</noscript></div></main>
</body>
</html>
`;

/** The cookie of the console counts with its header alone, and never together with another credential. */
const SCRIPT = `SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#reference',
  docExpansion: 'list',
  validatorUrl: null,
  requestInterceptor(request) {
    const names = Object.keys(request.headers ?? {}).map((name) => name.toLowerCase());
    if (names.includes('x-api-key') || names.includes('authorization')) request.credentials = 'omit';
    else request.headers = { ...request.headers, 'x-countersign-console': '1' };
    return request;
  },
});
`;

/** Files of the package that the page uses. */
const OF_PACKAGE = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const;

export function tryPage(): { readonly page: Operation; readonly file: Operation } {
  const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  const script = constantDocument({ text: SCRIPT, contentType: siteTypes['.js'] ?? '' });
  const files = new Map<string, Operation>([['try-calls.js', script]]);
  // Read at the first request, which most processes never get.
  const open = (name: string): Operation | undefined => {
    const known = files.get(name);
    if (known !== undefined || !OF_PACKAGE.some((one) => one === name)) return known;
    const contentType = siteTypes[name.slice(name.lastIndexOf('.'))] ?? '';
    const made = constantDocument({ text: readFileSync(join(folder, name)), contentType });
    files.set(name, made);
    return made;
  };
  return {
    page: constantDocument({
      text: PAGE,
      contentType: PAGE_CONTENT_TYPE,
      headers: { 'content-security-policy': TRY_POLICY, 'cross-origin-opener-policy': 'same-origin' },
    }),
    file: async (request) => {
      const file = open(request.params.file ?? '');
      if (file === undefined) throw notFound();
      return file(request);
    },
  };
}
