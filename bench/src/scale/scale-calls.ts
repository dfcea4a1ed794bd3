/** Calls of backends and of the console, against stores of different sizes in turns. */
import { print } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { backendHeaders } from '../server/site.ts';
import { sessionIdOf, stateOf } from './scale-fill.ts';
import { comparedRow } from './scale-flows.ts';

export interface FilledServer {
  readonly server: ServerProcess;
  /** The sessions that it was filled with. */
  readonly sessions: number;
}

/** Calls of each kind, to each server in turn. */
const CALLS = 60;

interface Asked {
  readonly path: string;
  readonly method?: 'POST' | 'DELETE';
  readonly body?: object;
}

/** @param session of this call, a new one each time; `number` is its number in the filled store */
type Ask = (session: string, number: number) => Asked;

const get =
  (path: string): Ask =>
  () => ({ path });

const LISTS: Readonly<Record<string, Ask>> = Object.fromEntries(
  [
    '/session?limit=100',
    '/session?limit=1&status=completed',
    '/session?limit=100&status=completed',
    '/session?limit=100&status=expired',
    '/session?limit=100&status=failed',
    '/session?limit=100&kind=presentation',
    '/session?limit=100&configuration=pid',
    '/session?limit=100&kind=presentation&status=expired',
    '/session?limit=100&configuration=pid&status=expired',
    '/session?limit=100&kind=presentation&status=completed',
    '/session?limit=100&dryRun=true',
    '/session?state=none',
    '/audit?limit=100',
    '/deliveries?limit=100',
    '/deliveries?limit=100&state=delivered',
    '/deliveries?limit=100&state=dead',
    '/overview',
    '/status-lists',
    '/trace?unmatched=true',
    '/issuer-management',
    '/health',
  ].map((path) => [path, get(path)]),
);

const OF_A_SESSION: Readonly<Record<string, Ask>> = {
  '/session?state={its state}': (_, number) => ({ path: `/session?state=${stateOf(number)}` }),
  '/session/{id}': (session) => ({ path: `/session/${session}` }),
  '/session/{id}/trace': (session) => ({ path: `/session/${session}/trace` }),
  '/session/{id}/deliveries': (session) => ({ path: `/session/${session}/deliveries` }),
  '/audit?session={id}': (session) => ({ path: `/audit?session=${session}` }),
  'POST /status-management': (sessionId) => ({
    path: '/status-management',
    method: 'POST',
    body: { sessionId, status: 1 },
  }),
  'DELETE /session/{id}': (session) => ({ path: `/session/${session}`, method: 'DELETE' }),
};

/** Prints the p50 of each call. Calls with a session use the filled ones, evenly spread. */
export async function compareCalls(servers: Readonly<Record<string, FilledServer>>): Promise<void> {
  print(`\nCalls of a backend one at a time, p50 of ${CALLS}, ms`);
  const filled = Object.values(servers).every(({ sessions }) => sessions > 0);
  const asked = Object.entries({ ...LISTS, ...(filled ? OF_A_SESSION : {}) });
  for (const [name, ask] of asked) {
    const times = new Map<string, number[]>();
    for (let turn = 0; turn < CALLS; turn += 1) {
      for (const [server, one] of Object.entries(servers)) {
        times.set(server, [...(times.get(server) ?? []), await timeOf(one, ask, (turn + 0.5) / CALLS)]);
      }
    }
    print(comparedRow(name, times));
  }
}

/** @param place of the session in the store, from 0 to 1 */
async function timeOf({ server, sessions }: FilledServer, ask: Ask, place: number): Promise<number> {
  const number = Math.floor(place * sessions);
  const { path, method = 'GET', body } = ask(sessionIdOf(number), number);
  const request = { method, headers: backendHeaders(server), ...(body && { body: JSON.stringify(body) }) };
  const begun = performance.now();
  const answer = await fetch(server.url + path, request);
  const text = await answer.text();
  const taken = performance.now() - begun;
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return taken;
}
