/** Which content codings a caller accepts (RFC 9110, 12.5.3). */

/** Whether gzip is accepted: named, or covered by `*`, with a weight above 0. @param header value of `Accept-Encoding` */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const item of header?.toLowerCase().split(',') ?? []) {
    const [coding = '', weight = ''] = item.split(';').map((part) => part.trim());
    const q = /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(weight)?.[1];
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight === '' ? 1 : Number(q ?? 0));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
