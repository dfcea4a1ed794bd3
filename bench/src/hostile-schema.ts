/**
 * How long other requests wait while a backend requests offers with a schema whose pattern backtracks.
 * `npm run bench -- hostile-schema [--offers 5] [--letters 25]`; a bounded load, on loopback.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ServerProcess, startServerProcess } from './server/server-process.ts';

const CONFIGURATIONS = 50;
const PAUSE = 20;
const QUIET = 3000;

const { values } = parseArgs({
  options: { offers: { type: 'string', default: '5' }, letters: { type: 'string', default: '25' } },
});
const ids = Array.from({ length: CONFIGURATIONS }, (_, n) => `pattern-${n}`);
const server = await startServerProcess(resolve(import.meta.dirname, '../..'));
try {
  await storeConfigurations(server);
  print('alone', await others(server, () => pause(QUIET)));
  const begun = performance.now();
  print('during the offers', await others(server, () => attack(server)));
  process.stdout.write(`${values.offers} offers: ${Math.round(performance.now() - begun)} ms\n`);
} finally {
  await server.stop();
}

async function storeConfigurations({ url, apiKey }: ServerProcess): Promise<void> {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } }, required: [] };
  for (const id of ids) {
    const body = { id, config: { format: 'dc+sd-jwt' }, claims: {}, disclosureFrame: {}, schema };
    const status = await post(`${url}/issuer-managment`, apiKey, body);
    if (status !== 201) throw new Error(`Storing the configuration returned ${status}`);
  }
}

/** Offers one after the other, each with claims for all configurations. */
async function attack({ url, apiKey }: ServerProcess): Promise<void> {
  const claims = Object.fromEntries(ids.map((id) => [id, { a: `${'a'.repeat(Number(values.letters))}!` }]));
  const body = { response_type: 'uri', credentialConfigurationIds: ids, flow: 'pre_authorized_code', claims };
  for (let n = 0; n < Number(values.offers); n += 1) {
    const status = await post(`${url}/vci/offer`, apiKey, body);
    if (status !== 400) throw new Error(`Creating the offer returned ${status}`);
  }
}

/** Milliseconds of other requests: one each 20 ms, each measured from the moment when it was due. */
async function others({ url }: ServerProcess, work: () => Promise<unknown>): Promise<readonly number[]> {
  const took: Promise<number>[] = [];
  const timer = setInterval(() => {
    const due = performance.now();
    const answered = fetch(`${url}/.well-known/openid-credential-issuer`).then((answer) => answer.arrayBuffer());
    took.push(answered.then(() => performance.now() - due));
  }, PAUSE);
  await work();
  clearInterval(timer);
  return Promise.all(took);
}

async function post(url: string, apiKey: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer.status;
}

function print(name: string, took: readonly number[]): void {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  process.stdout.write(`${name}: ${sorted.length} requests, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms\n`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolvePause) => setTimeout(resolvePause, milliseconds));
}
