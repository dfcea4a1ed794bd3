/**
 * `GET /docs` and below: the documents, as the build of the package `@countersign/docs-site` has left them, and the API description
 * among them. Pages link to each other by relative addresses; only the first page has an address without a file name.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Operation } from '@countersign/shared/http/message';
import { notFound } from '../request/parameters.ts';
import { documentTypes } from '../schemas/content-types.ts';
import { constantDocument } from './constant-document.ts';
import { docsScripts } from './docs-script.ts';

/** Scripts, styles and pictures only from the site itself. */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const FIRST_PAGE = 'index.html';
const API_PAGE = 'api.html';

interface DocsSiteOptions {
  readonly publicUrl: string;
  /** The API description's page. It is also the first page if the site was not built. */
  readonly api: Operation;
  /** The folder in which the build left the files. */
  readonly folder?: string;
}

interface DocsSite {
  readonly page: Operation;
  readonly file: Operation;
}

export function docsSite({ publicUrl, api, folder = siteFolder() }: DocsSiteOptions): DocsSite {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const known = new Set(names.map((name) => name.split(sep).join('/')).filter((name) => extname(name) !== ''));
  const made = new Map<string, Operation>();
  const operationOf = (path: string): Operation => {
    if (!known.has(path)) throw notFound();
    const operation = made.get(path) ?? fileOperation(folder, path, base);
    made.set(path, operation);
    return operation;
  };
  return {
    page: async (request) => {
      const { folder: first, part, file = FIRST_PAGE } = request.params;
      const path = [first, part, file].filter((each) => each !== undefined).join('/');
      const isApi = path === API_PAGE || (path === FIRST_PAGE && !known.has(path));
      return (isApi ? api : operationOf(path))(request);
    },
    file: docsScripts(async (request) => operationOf(`assets/${request.params.file}`)(request)),
  };
}

/** It is read and compressed at the first request. */
function fileOperation(folder: string, path: string, base: string): Operation {
  const contentType = documentTypes[extname(path)] ?? documentTypes[''] ?? '';
  const bytes = readFileSync(join(folder, path));
  if (!path.endsWith('.html')) return constantDocument({ text: bytes, contentType });
  const text = path === FIRST_PAGE ? firstPage(bytes.toString(), base) : bytes;
  const headers = { 'content-security-policy': DOCS_POLICY, 'cross-origin-opener-policy': 'same-origin' };
  return constantDocument({ text, contentType, headers });
}

/** The page at `/docs`: its addresses are relative to a folder, which this address doesn't name. */
function firstPage(html: string, base: string): string {
  return html.replaceAll('"./', `"${base}/docs/`);
}

function siteFolder(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('@countersign/docs-site/package.json'))), 'site');
}
