/** Documents that do not change while the process runs: created once, kept as bytes, plain and compressed. */
import { gzipSync } from 'node:zlib';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { acceptsGzip } from '@countersign/shared/http/accept-encoding';
import { matchesEntityTag } from '@countersign/shared/http/entity-tag';
import type { Operation } from '@countersign/shared/http/message';

interface ConstantDocument {
  readonly text: string | Buffer;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the operation that returns the document, or 304 if the caller has it */
export function constantDocument({ text, contentType, headers: own }: ConstantDocument): Operation {
  const plain = Buffer.from(text);
  const compressed = gzipSync(plain, { level: 9 });
  // Weak: it is the same for both codings (RFC 9110, 8.8.1).
  const etag = `W/"${hashOf(plain).slice(0, 22)}"`;
  const headers = { ...own, etag, vary: 'accept-encoding' };
  return async (request) => {
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return { status: 304, headers };
    if (!acceptsGzip(request.headers['accept-encoding'])) return { raw: plain, contentType, headers };
    return { raw: compressed, contentType, headers: { ...headers, 'content-encoding': 'gzip' } };
  };
}
