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

/**
 * The rows whose path matches, the most literal first. A path shadows rows that have a parameter at the position of one
 * of its literals, whatever the method: as in OpenAPI, the literal isn't a value of that parameter.
 */
export type Matcher = (segments: readonly string[]) => readonly Match[];

interface Segment {
  readonly literal?: string;
  readonly parameter?: string;
}

/** A row of the table; a match is one with its parameters. */
interface Compiled extends Omit<Match, 'params'> {
  /** Each a literal, or a parameter's name. */
  readonly segments: readonly Segment[];
}

type Found = Compiled & Match;

/** Rows with one number of segments, by a literal as first segment, and the rows that start with a parameter. */
interface Rows {
  readonly byFirst: Map<string, Compiled[]>;
  readonly others: Compiled[];
}

const LONGEST_PATH = 2048;
/** Unreserved characters (RFC 3986, 2.3) in segments that do not start with a dot, except `.well-known`. */
const PLAIN_PATH = /^(\/(\.well-known|[A-Za-z0-9_~-][A-Za-z0-9._~-]*))+$/;

/**
 * Compiles the table.
 * @param enabled variants of this server; rows of a disabled variant do not exist
 */
export function compileRoutes(enabled: { readonly a: boolean; readonly b: boolean }): Matcher {
  const table = new Map<number, Rows>();
  for (const { route, owner, path } of allPaths()) {
    if (!isEnabled(owner, enabled)) continue;
    const segments = path === '/' ? [] : path.slice(1).split('/').map(compileSegment);
    const rows = table.get(segments.length) ?? { byFirst: new Map(), others: [] };
    table.set(segments.length, rows);
    listOf(rows, segments[0]?.literal).push({ route, owner, pattern: path, segments });
  }
  // Literal segments win over parameters, from the left.
  const order = (a: Compiled, b: Compiled): number => (rank(a) < rank(b) ? -1 : 1);
  for (const { byFirst, others } of table.values()) for (const list of [...byFirst.values(), others]) list.sort(order);
  return (segments) => {
    const found: Found[] = [];
    const rows = table.get(segments.length);
    if (rows === undefined) return [];
    // Paths that start with a literal come before paths that start with a parameter.
    addMatches(found, rows.byFirst.get(segments[0] ?? ''), segments);
    addMatches(found, rows.others, segments);
    return found;
  };
}

function compileSegment(segment: string): Segment {
  return isParameter(segment) ? { parameter: segment.slice(1, -1) } : { literal: segment };
}

/** The list for paths with this first segment; undefined: a parameter, or the root. */
function listOf(rows: Rows, first: string | undefined): Compiled[] {
  if (first === undefined) return rows.others;
  const list = rows.byFirst.get(first) ?? [];
  rows.byFirst.set(first, list);
  return list;
}

/** More literal rows come first, so only a row that was found earlier can shadow a row. */
function addMatches(found: Found[], rows: readonly Compiled[] | undefined, segments: readonly string[]): void {
  if (rows === undefined) return;
  for (const row of rows) {
    const params = matchSegments(row.segments, segments);
    if (params === undefined || found.some((before) => shadows(before.segments, row.segments))) continue;
    found.push({ ...row, params });
  }
}

/** Whether the first of two matching paths has each literal of the second, and more. */
function shadows(one: readonly Segment[], other: readonly Segment[]): boolean {
  let more = false;
  for (let index = 0; index < one.length; index += 1) {
    const literal = one[index]?.literal !== undefined;
    if (literal === (other[index]?.literal !== undefined)) continue;
    if (!literal) return false;
    more = true;
  }
  return more;
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
  const parts = path.slice(1).split('/');
  // In almost every request there is nothing to decode, and no segment is empty or starts with a dot.
  if (PLAIN_PATH.test(path)) return parts;
  const segments: string[] = [];
  for (const raw of parts) {
    const segment = decodeSegment(raw);
    if (segment === undefined) return undefined;
    segments.push(segment);
  }
  return segments;
}

/**
 * Removes the path prefix of PUBLIC_URL. The inserted well-known form (RFC 8414, 3.1) is at the root of the host, and
 * the prefix follows it. Health is also served without prefix, for probes that bypass the ingress.
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

function rank({ segments }: Compiled): string {
  return segments.map(({ literal }) => (literal === undefined ? '1' : '0')).join('');
}

/** @returns the parameters; undefined if a literal differs */
function matchSegments(
  pattern: readonly Segment[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  for (let index = 0; index < pattern.length; index += 1) {
    const literal = pattern[index]?.literal;
    if (literal !== undefined && literal !== segments[index]) return undefined;
  }
  const params: Record<string, string> = {};
  for (let index = 0; index < pattern.length; index += 1) {
    const name = pattern[index]?.parameter;
    if (name !== undefined) params[name] = segments[index] ?? '';
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
