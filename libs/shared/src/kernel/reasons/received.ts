/**
 * Received values as facts of a refusal: strings, audiences and times from a message, and how they differ from the
 * expected ones.
 */
import { type FactValue, factText, factUrl } from './facts.ts';
import { urlDifference } from './url-difference.ts';

/** The fact `received`: a string, number, boolean or list of strings; empty for any other value. */
export function receivedFact(value: unknown): { readonly received?: FactValue } {
  const fact = factOf(value, factText);
  return fact === undefined ? {} : { received: fact };
}

export interface ReceivedUrl {
  readonly received?: FactValue;
  /** How it differs, if a URL is expected. */
  readonly difference?: string;
}

/**
 * `received` and `difference` for a member that must be a URL or contain it in a list, such as `aud` and `htu`. URLs
 * lose their query.
 */
export function receivedUrl(value: unknown, expected: string): ReceivedUrl {
  const fact = factOf(value, withoutQuery);
  if (fact === undefined) return {};
  const comparable = typeof fact === 'string' && isWebUrl(expected);
  const difference = comparable ? urlDifference(expected, fact) : undefined;
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

/** Only web URLs have query and path. A client id such as `did:example:1` stays unchanged. */
function withoutQuery(text: string): string {
  return isWebUrl(text) ? (factUrl(text) ?? factText(text)) : factText(text);
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

function factOf(value: unknown, write: (text: string) => string): FactValue | undefined {
  if (typeof value === 'string') return write(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return undefined;
  return value.slice(0, MOST).map(write);
}

/** Maximum number of strings in a list. */
const MOST = 20;
