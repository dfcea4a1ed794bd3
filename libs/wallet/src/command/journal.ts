/** Prints the steps of the wallet: each step, its calls, and its result. */
import { personalClaims, sizeOf } from '../mdoc/credential-content.ts';
import type { Narrator } from '../sending/narrator.ts';
import type { Call } from '../sending/transport.ts';

export interface Journal extends Narrator {
  /** Prints a request with the status of its response. */
  readonly record: (call: Call) => void;
}

/** Longer parts of a path are secrets of the flow. */
const LONGEST_PART = 40;

/** @param say receives one line without its end */
export function createJournal(say: (line: string) => void): Journal {
  const note = (text: string): void => say(`    ${text}`);
  return {
    step: (title) => say(title),
    note,
    record: ({ method, url, status }) => note(`${method} ${shownUrl(url)} ${status === 0 ? '-' : status}`),
    asked: ({ client_id: client = 'The authorization server', dcql_query: query }) =>
      note(`${client} asks for ${query.credentials.map(({ id }) => id).join(', ')}`),
    shows: (chosen) => {
      for (const { id, held } of chosen)
        note(`shows for ${id}: ${JSON.stringify(personalClaims(held.credential, sizeOf))}`);
    },
  };
}

/** Origin and path, with codes and tokens in the path shortened. */
export function shownUrl(address: string): string {
  const { origin, pathname } = new URL(address);
  const parts = pathname.split('/').map((part) => (part.length > LONGEST_PART ? `${part.slice(0, 8)}…` : part));
  return origin + parts.join('/');
}
