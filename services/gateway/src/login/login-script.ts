/** The login page's script, under a name that changes with its content. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { browserFile } from '../documents/browser-file.ts';
import { siteTypes } from '../schemas/content-types.ts';

const content = browserFile('follow-login.js');

export const followLogin = { name: `follow-${hashOf(content).slice(0, 16)}.js`, content } as const;

/** Seconds. */
const YEAR = 31_536_000;

/** During an upgrade a page of the other version still receives the current script. */
export function loginScript(): Operation {
  return async ({ params }) => {
    const { file = '' } = params;
    if (!/^follow-[A-Za-z0-9_-]{16}\.js$/.test(file)) {
      throw new ProtocolError('not_found', 'There is nothing at this address', { reason: 'path_unknown' });
    }
    const cache = file === followLogin.name ? `public, max-age=${YEAR}, immutable` : 'no-store';
    return { raw: content, contentType: siteTypes['.js'] ?? '', headers: { 'cache-control': cache } };
  };
}
