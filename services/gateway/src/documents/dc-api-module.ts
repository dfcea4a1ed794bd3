/** `GET /dc-api.js`, `/dc-api.d.ts`: the module that a page uses for the Digital Credentials API, and its types. */
import type { Operation } from '@countersign/shared/http/message';
import { siteTypes, TYPESCRIPT_CONTENT_TYPE } from '../schemas/content-types.ts';
import { browserFile } from './browser-file.ts';
import { constantDocument } from './constant-document.ts';

export function dcApiModule(): { readonly script: Operation; readonly types: Operation } {
  return {
    script: constantDocument({ text: browserFile('dc-api.js'), contentType: siteTypes['.js'] ?? '' }),
    types: constantDocument({ text: browserFile('dc-api.d.ts'), contentType: TYPESCRIPT_CONTENT_TYPE }),
  };
}
