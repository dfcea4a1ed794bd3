/** Personal values of the campaign's people: after a round they are readable nowhere. */
import { forms } from '../../support/canary-flow.ts';
import type { Place, System } from './system.ts';

export const CANARY = {
  /** In the PID that wallets present, at logins too. */
  presented: 'Canary-that-is-presented',
  /** In offers. */
  offered: 'Canary-that-is-offered',
} as const;

/** Traces that are read, at most. */
const TRACES = 50;

/** Where a canary is readable, in what the system keeps. */
export function readableIn(places: readonly Place[]): readonly string[] {
  return Object.entries(CANARY).flatMap(([name, canary]) =>
    places
      .filter(([, bytes]) => forms(canary).some((form) => bytes.includes(form)))
      .map(([place]) => `The canary '${name}' is readable in ${place}`),
  );
}

/** The traces of these sessions, as a backend reads them. */
export async function tracesOf(system: System, sessions: Iterable<string>): Promise<readonly Place[]> {
  const found: Place[] = [];
  for (const session of [...sessions].slice(0, TRACES)) {
    const answer = await system.a(`/session/${session}/trace`);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`The trace of ${session}: ${answer.status} ${text}`);
    found.push([`the trace of ${session}`, Buffer.from(text)]);
  }
  return found;
}
