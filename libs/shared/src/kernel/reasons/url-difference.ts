/** How a URL that came differs from the expected one: the frequent differences have names. Pure. */

import { factUrl } from './facts.ts';

export interface DifferingUrls {
  readonly expected: string;
  /** Without query; absent if it isn't a URL. */
  readonly received?: string;
  readonly difference?: string;
}

/** The facts of a URL that is not the expected one. */
export function differingUrls(expected: string, received: string | undefined): DifferingUrls {
  const plain = { expected: factUrl(expected) ?? '' };
  if (received === undefined) return plain;
  const [came, difference] = [factUrl(received), urlDifference(expected, received)];
  return {
    ...plain,
    ...(came === undefined ? {} : { received: came }),
    ...(difference === undefined ? {} : { difference }),
  };
}

/**
 * @param received the wallet's string, perhaps not a URL
 * @returns a fixed text for the fact `difference`; undefined if they are equal
 */
export function urlDifference(expected: string, received: string): string | undefined {
  if (expected === received) return undefined;
  if (received.length > 2048 || !URL.canParse(received) || !URL.canParse(expected)) return 'no URL';
  const [wanted, came] = [new URL(expected), new URL(received)];
  if (wanted.protocol !== came.protocol) return schemeDifference(wanted, came);
  if (wanted.hostname !== came.hostname) return 'another host';
  if (wanted.port !== came.port) return 'another port';
  if (wanted.pathname !== came.pathname) return pathDifference(wanted.pathname, came.pathname);
  if (wanted.search !== came.search) return 'another query';
  if (wanted.hash !== came.hash) return 'a fragment';
  return trailingSlash(expected, received) ?? 'the same URL in another spelling';
}

function schemeDifference(wanted: URL, came: URL): string {
  if (wanted.protocol === 'https:' && came.protocol === 'http:' && wanted.hostname === came.hostname) {
    return 'http for https: a proxy';
  }
  return 'another scheme';
}

function pathDifference(wanted: string, came: string): string {
  const slash = trailingSlash(wanted, came);
  if (slash !== undefined) return slash;
  if (wanted.toLowerCase() === came.toLowerCase()) return 'upper and lower case';
  if (came.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`)) return 'a longer path';
  if (wanted.startsWith(came.endsWith('/') ? came : `${came}/`)) return 'a shorter path';
  return 'another path';
}

function trailingSlash(wanted: string, came: string): string | undefined {
  if (`${wanted}/` === came) return 'a trailing slash too many';
  return wanted === `${came}/` ? 'the trailing slash is missing' : undefined;
}
