/** `GET /dc-api.js`, `/dc-api.d.ts`: the module that a page uses for the Digital Credentials API, and its types. */
import { readFileSync } from 'node:fs';
import type { Operation } from '@countersign/shared/http/message';
import { siteTypes, TYPESCRIPT_CONTENT_TYPE } from '../schemas/content-types.ts';
import { constantDocument } from './constant-document.ts';

/** Both are compiled by the project in the folder `browser`. */
export function dcApiModule(): { readonly script: Operation; readonly types: Operation } {
  const text = (name: string): string => readFileSync(new URL(`../browser/${name}`, import.meta.url), 'utf8');
  return {
    script: constantDocument({ text: text('dc-api.js'), contentType: siteTypes['.js'] ?? '' }),
    types: constantDocument({ text: text('dc-api.d.ts'), contentType: TYPESCRIPT_CONTENT_TYPE }),
  };
}
