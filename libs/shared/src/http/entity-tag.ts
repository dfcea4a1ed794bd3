/**
 * Whether `If-None-Match` matches an entity tag (RFC 9110, 13.1.2): a list, compared weakly, or `*`.
 * @param header value of the header, if any
 * @param etag the response's tag, with its quotes
 */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === opaque);
}
