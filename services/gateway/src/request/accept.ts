/** The header `accept`, for routes that return JSON and, on request, another type. */
import { mediaRanges } from '@countersign/shared/http/accept';

const JSON_TYPE = 'application/json';

/**
 * A client receives a type other than JSON only if it lists that type and prefers it to JSON: generated clients list
 * every type that the API description has for a route, JSON first.
 * @param accept the header
 * @param types content types of the route other than JSON
 * @returns the type to return; undefined for JSON
 */
export function preferredToJson(accept: string | undefined, types: readonly string[]): string | undefined {
  if (accept === undefined) return undefined;
  let best = { type: '', quality: 0 };
  for (const { type, quality } of mediaRanges(accept)) {
    if (type !== JSON_TYPE && !types.includes(type)) continue;
    // If two types have the same quality, the first one wins.
    if (quality > best.quality) best = { type, quality };
  }
  return types.includes(best.type) ? best.type : undefined;
}
