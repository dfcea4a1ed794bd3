/** Routes of the gateway's pages, and of the files that browsers, editors and build tools load from it. */

import { fileSchemas } from '@countersign/shared/configuration-documents/file-schemas';
import {
  documentTypes,
  imageTypes,
  SCHEMA_CONTENT_TYPE,
  siteTypes,
  TYPESCRIPT_CONTENT_TYPE,
} from '../schemas/content-types.ts';
import * as answers from '../schemas/response-schemas.ts';
import { notModified, open, type Row, walletPath } from './kinds.ts';
import type { Route } from './route.ts';

function page(row: Pick<Row, 'operation' | 'paths' | 'summary'> & Partial<Route>): Route {
  return open({ task: 'pages', service: 'gateway', cors: false, ...row });
}

export const pageRoutes: readonly Route[] = [
  page({
    operation: 'gateway.openapi',
    paths: { global: ['/openapi.json'] },
    summary: 'This description, for machines',
    response: answers.documentSchema,
  }),
  page({
    operation: 'gateway.home',
    paths: { global: ['/'] },
    summary: 'What runs here and where to read more: a page for browsers, otherwise JSON',
    response: answers.homeSchema,
    also: { 200: { description: 'Success', content: { 'text/html': { type: 'string' } } } },
  }),
  page({
    operation: 'gateway.console',
    paths: {
      // The first two paths also accept other methods.
      global: [
        '/console',
        '/console/login',
        '/console/logout',
        '/console/{page}',
        '/console/{page}/{item}',
        '/console/{page}/{item}/{part}',
      ],
    },
    summary: 'The console for managing the server; absent with CONSOLE=off',
    contentType: 'text/html',
    also: notModified,
  }),
  page({
    operation: 'gateway.console.file',
    paths: { global: ['/console/assets/{file}'] },
    cache: 'public, max-age=31536000, immutable',
    summary: 'A file of the console; its name changes with its content',
    contentType: [...new Set(Object.values(siteTypes))],
    also: notModified,
  }),
  page({
    operation: 'gateway.docs',
    paths: { global: ['/docs', '/docs/{file}', '/docs/{folder}/{file}', '/docs/{folder}/{part}/{file}'] },
    summary: 'The documentation with a search. `/docs/api.html` is this description, with calls to try',
    contentType: Object.values(documentTypes),
    also: notModified,
  }),
  page({
    operation: 'gateway.docs.file',
    paths: { global: ['/docs/assets/{file}'] },
    summary: 'A script, style or index of those pages',
    contentType: Object.values(documentTypes),
    also: notModified,
  }),
  page({
    operation: 'gateway.reason',
    paths: { global: ['/docs/reasons/{reason}'] },
    summary: "What a refusal's reason means and what to change: a page for browsers, otherwise JSON",
    response: answers.reasonSchema,
    also: { 200: { description: 'Success', content: { 'text/html': { type: 'string' } } } },
  }),
  page({
    operation: 'gateway.file-schema',
    paths: { global: ['/schemas/{file}'] },
    cors: true,
    cache: 'public, max-age=300',
    summary: `JSON Schema of a kind of configuration file, for editors: ${Object.keys(fileSchemas).join(', ')}`,
    contentType: SCHEMA_CONTENT_TYPE,
    also: notModified,
  }),
  page({
    operation: 'gateway.dc-api',
    paths: { global: ['/dc-api.js'] },
    cors: true,
    cache: 'public, max-age=300',
    summary: "Module for pages: asks wallets through the browser's Digital Credentials API",
    contentType: siteTypes['.js'] ?? '',
    also: notModified,
  }),
  page({
    operation: 'gateway.dc-api.types',
    paths: { global: ['/dc-api.d.ts'] },
    cors: true,
    cache: 'public, max-age=300',
    summary: 'Types of that module',
    contentType: TYPESCRIPT_CONTENT_TYPE,
    also: notModified,
  }),
  page({
    operation: 'gateway.button',
    paths: { global: ['/countersign-button/v1.js'] },
    cors: true,
    cache: 'public, max-age=300',
    summary: 'Module for pages: the element <countersign-button>; the number increases with changes that break pages',
    contentType: siteTypes['.js'] ?? '',
    also: notModified,
  }),
  page({
    operation: 'gateway.public-file',
    paths: walletPath('/public/{file}'),
    cors: true,
    cache: 'public, max-age=300',
    summary: 'Image that a display setting names',
    contentType: imageTypes,
    also: notModified,
  }),
];
