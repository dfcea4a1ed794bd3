/** A scripted server, and a clock that moves with the pauses. */
import type { Sending } from '../src/sending.ts';

export interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Script extends Sending {
  readonly sent: Sent[];
  readonly pauses: number[];
}

/** @param answers in order. An Error is a network failure */
export function scripted(...answers: readonly (Response | Error)[]): Script {
  const [sent, pauses, left]: [Sent[], number[], (Response | Error)[]] = [[], [], [...answers]];
  let now = 1_000_000;
  return {
    sent,
    pauses,
    now: () => now,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      now += milliseconds;
    },
    fetch: async (url, init) => {
      sent.push({ url: String(url), headers: new Headers(init?.headers), body: init?.body });
      const next = left.shift();
      if (next === undefined) throw new Error('no response is left');
      if (next instanceof Error) throw next;
      return next;
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}
