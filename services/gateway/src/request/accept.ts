/** The header `accept`, for routes that answer JSON and, by request, something else. */

const JSON_TYPE = 'application/json';

/**
 * A client gets another type than JSON only where it names it, and prefers it to JSON: generated clients name every type
 * that the API description has for a route, JSON first.
 * @param accept the header
 * @param types content types of the route other than JSON
 * @returns the one to answer; undefined for JSON
 */
export function preferredToJson(accept: string | undefined, types: readonly string[]): string | undefined {
  let best = { type: '', quality: 0 };
  for (const range of (accept ?? '').split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== JSON_TYPE && !types.includes(name)) continue;
    const quality = qualityOf(parameters);
    // Of two types with the same quality, the first one wins.
    if (quality > best.quality) best = { type: name, quality };
  }
  return types.includes(best.type) ? best.type : undefined;
}

/** RFC 9110, 12.4.2: 1 without a quality; a malformed quality counts as none. */
function qualityOf(parameters: readonly string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return written !== undefined && /^[01](\.\d{0,3})?$/.test(written) ? Math.min(1, Number(written)) : 1;
}
