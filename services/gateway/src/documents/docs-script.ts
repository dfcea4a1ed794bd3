/** `GET /docs/assets/{file}`: the scripts of the page `/docs/api.html`. */
import type { Operation } from '@countersign/shared/http/message';
import { siteTypes } from '../schemas/content-types.ts';
import { browserFile } from './browser-file.ts';
import { constantDocument } from './constant-document.ts';

/** The page's script and all that it imports. */
export const FILES = [
  'docs-page.js',
  'docs-try.js',
  'docs-languages.js',
  'call-snippet.js',
  'docs-elements.js',
] as const;

/** @param otherwise handles other files */
export function docsScripts(otherwise: Operation): Operation {
  const contentType = siteTypes['.js'] ?? '';
  const files = new Map(
    FILES.map((name) => [name as string, constantDocument({ text: browserFile(name), contentType })]),
  );
  return async (request) => {
    return (files.get(request.params.file ?? '') ?? otherwise)(request);
  };
}
