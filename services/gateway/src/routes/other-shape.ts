/** The same call in the API's other shape, for a caller whose credential belongs to that shape. */
import type { Route, Variant } from './route.ts';

type Call = Pick<Route, 'method' | 'paths'>;
type Parameters = Readonly<Record<string, string>>;

/**
 * @param params decoded parameters of the path that was called
 * @returns method and path, without the prefix of PUBLIC_URL; undefined if the other shape does not have the call
 */
export function callInShape({ method, paths }: Call, params: Parameters, variant: Variant): string | undefined {
  const pattern = paths[variant]?.[0] ?? paths.shared?.[0];
  return pattern === undefined ? undefined : `${method} ${filled(pattern, params)}`;
}

/** The path of a pattern. A parameter without a value keeps its name in braces. */
export function filled(pattern: string, params: Parameters): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
}
