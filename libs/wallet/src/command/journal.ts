/** Prints the steps of the wallet: each step, its calls, and its result. */
import { WalletFailure } from './wallet-failure.ts';

export interface Journal {
  /** A step of the protocol begins. */
  step(title: string): void;
  /** The result of the step. */
  note(text: string): void;
  /** `fetch` that prints each call. @throws WalletFailure where nothing answers */
  readonly fetch: typeof fetch;
}

/** Longer parts of a path are secrets of the flow. */
const LONGEST_PART = 40;

/** @param say gets one line without its end */
export function createJournal(say: (line: string) => void, send: typeof fetch = fetch): Journal {
  return {
    step: (title) => say(title),
    note: (text) => say(`    ${text}`),
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input));
      const call = `${init?.method ?? 'GET'} ${shown(url)}`;
      try {
        const answer = await send(input, init);
        say(`    ${call} ${answer.status}`);
        return answer;
      } catch (error) {
        say(`    ${call} -`);
        const next = `start the server (npm start), or look whether PUBLIC_URL is its address`;
        throw new WalletFailure(`${url.origin} does not answer (${codeOf(error)})`, next);
      }
    },
  };
}

/** Origin and path, codes and tokens shortened; the query has nothing else. */
function shown({ origin, pathname }: URL): string {
  const parts = pathname.split('/').map((part) => (part.length > LONGEST_PART ? `${part.slice(0, 8)}…` : part));
  return origin + parts.join('/');
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection';
}
