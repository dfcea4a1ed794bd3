/**
 * Documents that do not change while the process runs: created at the first request, so that a start doesn't wait for
 * them, and kept as bytes, plain and compressed.
 */
import { gzipSync } from 'node:zlib';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { acceptsGzip } from '@countersign/shared/http/accept-encoding';
import { matchesEntityTag } from '@countersign/shared/http/entity-tag';
import type { Operation } from '@countersign/shared/http/message';

export interface ConstantDocument {
  readonly text: string | Buffer;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * @param document or how to make it, if that takes time
 * @returns the operation that returns the document, or 304 if the caller has it
 */
export function constantDocument(document: ConstantDocument | (() => ConstantDocument)): Operation {
  let made: ReturnType<typeof codedDocument> | undefined;
  return async (request) => {
    made ??= codedDocument(typeof document === 'function' ? document() : document);
    const { plain, compressed, contentType, etag, headers } = made;
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return { status: 304, headers };
    if (!acceptsGzip(request.headers['accept-encoding'])) return { raw: plain, contentType, headers };
    return { raw: compressed, contentType, headers: { ...headers, 'content-encoding': 'gzip' } };
  };
}

function codedDocument({ text, contentType, headers }: ConstantDocument) {
  const plain = Buffer.from(text);
  // Weak: it is the same for both codings (RFC 9110, 8.8.1).
  const etag = `W/"${hashOf(plain).slice(0, 22)}"`;
  const compressed = gzipSync(plain, { level: 9 });
  return { plain, compressed, contentType, etag, headers: { ...headers, etag, vary: 'accept-encoding' } } as const;
}
