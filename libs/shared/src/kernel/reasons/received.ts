/** What came, as facts of a refusal: texts, audiences and times of a message, and how they differ from what is expected. */
import { type FactValue, factText, factUrl } from './facts.ts';

/** The fact `received`: a text, number, boolean or list of texts; none for any other value. */
export function receivedFact(value: unknown): { readonly received?: FactValue } {
  const fact = factOf(value, factText);
  return fact === undefined ? {} : { received: fact };
}

export interface ReceivedUrl {
  readonly received?: FactValue;
  /** How it differs, where both are URLs. */
  readonly difference?: string;
}

/** `received` and `difference` of a member that must be a URL or a list with it, such as `aud` and `htu`; URLs lose their query. */
export function receivedUrl(value: unknown, expected: string): ReceivedUrl {
  const fact = factOf(value, withoutQuery);
  if (fact === undefined) return {};
  const difference = typeof value === 'string' ? urlDifference(value, expected) : undefined;
  return difference === undefined ? { received: fact } : { received: fact, difference };
}

/**
 * The fact `offsetSeconds`: how far a time of a message is from the clock of the server; positive: in the future.
 * @param time seconds, as in a JWT
 * @param now milliseconds
 */
export function offsetFact(time: unknown, now: number): { readonly offsetSeconds?: number } {
  if (typeof time !== 'number' || !Number.isFinite(time)) return {};
  return { offsetSeconds: Math.round(time - now / 1000) };
}

/**
 * How a URL differs from the expected one, without query and fragment, in words.
 * @returns undefined where one is no URL, and where they don't differ
 */
export function urlDifference(received: string, expected: string): string | undefined {
  const [ours, theirs] = [urlOf(expected), urlOf(received)];
  if (ours === undefined || theirs === undefined) return undefined;
  const found = [
    ...(theirs.protocol === ours.protocol ? [] : [schemeDifference(theirs, ours)]),
    ...(theirs.hostname === ours.hostname ? [] : ['another host']),
    ...(theirs.port === ours.port ? [] : ['another port']),
    ...(theirs.pathname === ours.pathname ? [] : [pathDifference(theirs, ours)]),
  ];
  return found.length === 0 ? undefined : found.join(', ');
}

function schemeDifference({ protocol: theirs }: URL, { protocol: ours }: URL): string {
  if (theirs === 'http:' && ours === 'https:') return 'http for https: a proxy';
  if (theirs === 'https:' && ours === 'http:') return 'https for http: PUBLIC_URL';
  return 'another scheme';
}

function pathDifference({ pathname: theirs }: URL, { pathname: ours }: URL): string {
  return withoutSlash(theirs) === withoutSlash(ours) ? 'trailing slash' : 'another path';
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Only web URLs have query and path: a client id such as `did:example:1` stays as it is. */
function withoutQuery(text: string): string {
  return urlOf(text) === undefined ? factText(text) : (factUrl(text) ?? factText(text));
}

function urlOf(text: string): URL | undefined {
  if (text.length > 2048 || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

function factOf(value: unknown, write: (text: string) => string): FactValue | undefined {
  if (typeof value === 'string') return write(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return undefined;
  return value.slice(0, MOST).map(write);
}

/** Most texts of a list. */
const MOST = 20;
