/** Matches the decoded path once. A path without an exact match is not found; there is no second attempt. */
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Route } from '../routes/route.ts';
import type { PathOwner } from '../routes/routes.ts';
import { allPaths } from '../routes/routes.ts';

export interface Match {
  readonly route: Route;
  readonly owner: PathOwner;
  /** Pattern of the path, for the log. */
  readonly pattern: string;
  /** Decoded, unchecked path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

/** All rows whose path matches, the most literal first. */
export type Matcher = (segments: readonly string[]) => readonly Match[];

interface Compiled {
  readonly route: Route;
  readonly owner: PathOwner;
  readonly pattern: string;
  readonly segments: readonly string[];
}

const LONGEST_PATH = 2048;

/**
 * Compiles the table.
 * @param enabled variants of this server; rows of a disabled variant do not exist
 */
export function compileRoutes(enabled: { readonly a: boolean; readonly b: boolean }): Matcher {
  const byFirst = new Map<string, Compiled[]>();
  for (const { route, owner, path } of allPaths()) {
    if (!isEnabled(owner, enabled)) continue;
    const segments = path === '/' ? [] : path.slice(1).split('/');
    const key = bucket(segments.length, segments[0] ?? '');
    const list = byFirst.get(key) ?? [];
    byFirst.set(key, list);
    list.push({ route, owner, pattern: path, segments });
  }
  // Literal segments win over parameters, from the left.
  for (const list of byFirst.values()) list.sort((a, b) => (rank(a.segments) < rank(b.segments) ? -1 : 1));
  return (segments) => {
    const matches: Match[] = [];
    // Paths whose first segment is a literal come before those where it is a parameter.
    for (const first of new Set([segments[0] ?? '', ANY])) {
      for (const compiled of byFirst.get(bucket(segments.length, first)) ?? []) {
        const params = matchSegments(compiled.segments, segments);
        if (params === undefined) continue;
        const { route, owner, pattern } = compiled;
        matches.push({ route, owner, pattern, params });
      }
    }
    return matches;
  };
}

/** Key of paths whose first segment is a parameter; no segment is empty. */
const ANY = '';

function bucket(length: number, first: string): string {
  return `${length}/${isParameter(first) ? ANY : first}`;
}

/** First segments of all paths, and words that could be confused with them: no tenant may have such an id. */
export function reservedWords(): ReadonlySet<string> {
  const first = allPaths().flatMap(({ path }) => path.split('/')[1] || []);
  return new Set([...first.filter((word) => !isParameter(word)), DEFAULT_TENANT, 'metrics']);
}

/**
 * Decodes a request target into segments. Undefined for every ambiguous target: empty segments,
 * trailing slash, dot segments, encoded slashes, backslashes, control characters, broken escapes.
 */
export function decodePath(target: string): readonly string[] | undefined {
  const path = target.split('?', 1)[0] ?? '';
  if (!path.startsWith('/') || path.length > LONGEST_PATH || path.includes('#')) return undefined;
  if (path === '/') return [];
  const segments: string[] = [];
  for (const raw of path.slice(1).split('/')) {
    const segment = decodeSegment(raw);
    if (segment === undefined) return undefined;
    segments.push(segment);
  }
  return segments;
}

/**
 * Removes the path prefix of PUBLIC_URL. The inserted well-known form (RFC 8414, 3.1) is at the root of the host, with the
 * prefix behind it. Health is also served without prefix, for probes that bypass the ingress.
 */
export function stripPrefix(segments: readonly string[], prefix: readonly string[]): readonly string[] | undefined {
  if (prefix.length === 0 || segments[0] === 'health') return segments;
  if (startsWith(segments, prefix)) return segments.slice(prefix.length);
  if (segments[0] === '.well-known' && startsWith(segments.slice(2), prefix)) {
    return [...segments.slice(0, 2), ...segments.slice(2 + prefix.length)];
  }
  return undefined;
}

function isEnabled(owner: PathOwner, enabled: { readonly a: boolean; readonly b: boolean }): boolean {
  switch (owner) {
    case 'a':
      return enabled.a;
    case 'b':
      return enabled.b;
    case 'shared':
      return enabled.a || enabled.b;
    case 'global':
      return true;
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

function rank(segments: readonly string[]): string {
  return segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (isParameter(expected)) params[expected.slice(1, -1)] = segment;
    else if (expected !== segment) return undefined;
  }
  return params;
}

function decodeSegment(raw: string): string | undefined {
  let segment: string;
  try {
    segment = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  if (segment === '' || segment === '.' || segment === '..') return undefined;
  return /[/\\\p{Cc}]/u.test(segment) ? undefined : segment;
}

function startsWith(segments: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((segment, index) => segments[index] === segment);
}
