/**
 * Documents that do not change while the process runs: created at the first request, so that a start doesn't wait for
 * them, and kept as bytes, plain and compressed.
 */
import { gzipSync } from 'node:zlib';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { acceptsGzip } from '@countersign/shared/http/accept-encoding';
import { matchesEntityTag } from '@countersign/shared/http/entity-tag';
import type { Operation } from '@countersign/shared/http/message';

interface ConstantDocument {
  readonly text: string | Buffer | (() => string);
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the operation that returns the document, or 304 if the caller has it */
export function constantDocument({ text, contentType, headers: own }: ConstantDocument): Operation {
  let made: ReturnType<typeof codingsOf> | undefined;
  return async (request) => {
    made ??= codingsOf(typeof text === 'function' ? text() : text);
    const { plain, compressed, etag } = made;
    const headers = { ...own, etag, vary: 'accept-encoding' };
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return { status: 304, headers };
    if (!acceptsGzip(request.headers['accept-encoding'])) return { raw: plain, contentType, headers };
    return { raw: compressed, contentType, headers: { ...headers, 'content-encoding': 'gzip' } };
  };
}

function codingsOf(text: string | Buffer) {
  const plain = Buffer.from(text);
  // Weak: it is the same for both codings (RFC 9110, 8.8.1).
  const etag = `W/"${hashOf(plain).slice(0, 22)}"`;
  return { plain, compressed: gzipSync(plain, { level: 9 }), etag } as const;
}
