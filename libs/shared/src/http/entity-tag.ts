/**
 * Whether `If-None-Match` names an entity tag (RFC 9110, 13.1.2): a list, compared weakly, or `*`.
 * @param header value of the header; undefined where there is none
 * @param etag the tag of what would be sent, with its quotes
 */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === opaque);
}
