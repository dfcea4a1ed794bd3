/** The requests whose way through the code is counted, in the third of three equal rounds: caches are filled. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setStatus } from '../support/flows.ts';
import { openCountedServer } from '../work/counted-servers.ts';
import { issuance } from '../work/issuance-flows.ts';
import { presentation } from '../work/presentation-flows.ts';
import type { RanFunction } from './ran-functions.ts';
import type { WalkedRequest } from './walk-preload.ts';

const ROUNDS = 3;
const PRELOAD = new URL('walk-preload.js', import.meta.url).href;

/** Method and path of each request, in the order of the table. */
const requests: Readonly<Record<string, RegExp>> = {
  'token-request': /^POST \S*\/token$/,
  'credential-request': /^POST \S*\/credential$/,
  'request-object': /^GET \S*\/request\b/,
  'presentation-response': /^POST \S*\/response\b/,
  revocation: /^POST \/status-management$/,
};

/** The names of the requests. */
export const requestNames: readonly string[] = Object.keys(requests);

/** The product's settings, for which the counting server has other values. */
const defaults = { RATE_WALLET: '200', RATE_OPEN: '1000', LOG_LEVEL: 'info', TRACE: 'all' };

/** @returns by name of the request the functions that ran until its response */
export async function walkRequests(): Promise<ReadonlyMap<string, readonly RanFunction[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-walk-'));
  const file = join(folder, 'walked');
  // An hour ahead, because a file that was just written is read more often.
  const now = Date.now() + 3_600_000;
  // The wallets have the clock of the server.
  const dateNow = Date.now;
  Date.now = () => now;
  try {
    await runRounds(now, file);
    return lastOfEach(
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line): WalkedRequest => JSON.parse(line)),
    );
  } finally {
    Date.now = dateNow;
    rmSync(folder, { recursive: true });
  }
}

async function runRounds(now: number, file: string): Promise<void> {
  const env = { ...defaults, NODE_OPTIONS: `--import ${PRELOAD}`, WALK_TO: file };
  const server = await openCountedServer(now, 'http://localhost:1', 'one', env);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { held, session } = await issuance(server);
      await presentation(server, held, { response_mode: 'direct_post.jwt' });
      await setStatus(server, session, 1);
    }
  } finally {
    await server.close();
  }
}

function lastOfEach(walked: readonly WalkedRequest[]): ReadonlyMap<string, readonly RanFunction[]> {
  const found = Object.entries(requests).map(([name, pattern]) => {
    const same = walked.filter(({ method, path }) => pattern.test(`${method} ${path}`));
    const last = same.at(-1);
    if (last === undefined || same.length !== ROUNDS) throw new Error(`${same.length} of ${ROUNDS} found: ${name}`);
    return [name, last.ran] as const;
  });
  return new Map(found);
}
