/**
 * `GET /countersign-button/v1.js`: the element that a page uses to request a presentation, as its package's build left
 * it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Operation } from '@countersign/shared/http/message';
import { notFound } from '../request/parameters.ts';
import { siteTypes } from '../schemas/content-types.ts';
import { constantDocument } from './constant-document.ts';

/** @param file for tests */
export function buttonModule(file: string = bundleFile()): Operation {
  if (existsSync(file)) {
    return constantDocument({ text: readFileSync(file), contentType: siteTypes['.js'] ?? '' });
  }
  return async () => {
    throw notFound();
  };
}

function bundleFile(): string {
  const folder = dirname(fileURLToPath(import.meta.resolve('@countersign/button/package.json')));
  return join(folder, 'bundle', 'countersign-button.js');
}
