/**
 * What trust through a list costs: whole presentations at two servers in turns, one that trusts the issuer through a
 * file in its folder, and one that trusts it through a list that another server publishes.
 * `npm run bench -- trust --flows 500 --turns 6 --concurrency 8`
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { issuanceLoad } from './flows/issuance-flow.ts';
import { makePresenter, type Presenter, presentationLoad, writeConfiguration } from './flows/presentation-flow.ts';
import { difference, figuresInTurns } from './in-turns.ts';
import { loadOptions, measure } from './load/closed-loop.ts';
import { type ServerProcess, startServerProcess } from './server/server-process.ts';
import { backendHeaders, loginOf } from './server/site.ts';

const { values } = parseArgs({
  options: {
    ...loadOptions,
    concurrency: { type: 'string', default: '8' },
    turns: { type: 'string', default: '6' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const OUTBOUND = { OUTBOUND_ALLOW: '127.0.0.1' };
const MODES = ['folder', 'list'] as const;

interface Issuer {
  readonly server: ServerProcess;
  readonly vct: string;
  /** PEM of the CA of credentials, which certifies the signer of lists too. */
  readonly anchor: string;
}

async function call(server: ServerProcess, path: string, body?: object) {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(server.url + path, { headers: backendHeaders(server), ...sent });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

const english = (value: string) => [{ lang: 'en', value }];
const addresses = [{ lang: 'en', street: 'Street 1', country: 'DE' }];
const contacts = [{ lang: 'en', uri: 'mailto:post@issuer.example' }];

/** A server that issues PIDs, and publishes a list of itself. */
async function startIssuer(): Promise<Issuer> {
  const server = await startServerProcess(root);
  const page = [{ lang: 'en', uri: 'https://issuer.example' }];
  const operator = { name: english('Operator'), addresses, contacts };
  const scheme = { list: 'pid-providers', operator, name: english('Providers'), information: page, policy: page };
  await call(server, '/hosted-lists/pid', { revision: 0, ...scheme });
  // The first signature has created the keys.
  const { purposes } = await call(server, '/keys');
  const ca = purposes.find(({ purpose }: { readonly purpose: string }) => purpose === 'ca');
  const anchor: string = ca.keys[0].certificate.pem;
  const services = [{ purpose: 'issuance', name: english('PIDs'), certificates: anchor }];
  const entity = { revision: 1, id: 'issuer', name: english('Issuer'), addresses, contacts, services };
  await call(server, '/hosted-lists/pid/entities', entity);
  return { server, vct: `${server.url}/credentials/vct/pid`, anchor };
}

async function holdPids({ server }: Issuer): Promise<readonly Presenter[]> {
  const keys = Array.from({ length: Number(values.keys) }, () => ({ holder: newWalletKey() }));
  const { outcomes } = await measure(issuanceLoad(server, keys), keys.length, 8);
  return outcomes.map(({ credential, keys: own }) => makePresenter(credential, own.holder, newWalletKey()));
}

/** The files that name the issuer. */
function trustFiles(mode: (typeof MODES)[number], { server, vct, anchor }: Issuer): Readonly<Record<string, string>> {
  if (mode === 'folder') return { 'trust/issuers/issuer.pem': anchor };
  const source = { url: `${server.url}/trust-lists/pid`, list: 'pid-providers', vct: [vct] };
  return { 'trust/lists/pid.json': JSON.stringify(source), 'trust/lists/pid.pem': anchor };
}

async function startVerifier(folder: string, mode: (typeof MODES)[number], issuer: Issuer): Promise<ServerProcess> {
  cpSync(join(root, 'test/samples'), folder, { recursive: true });
  for (const [path, content] of Object.entries(trustFiles(mode, issuer))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const server = await startServerProcess(root, { ...OUTBOUND, CONFIG_FOLDER: folder });
  await writeConfiguration(server, { vct: issuer.vct });
  if (mode === 'list') await listed(server);
  return server;
}

/** Resolves when the list is in force. */
async function listed(server: ServerProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(`${server.url}/trust/lists`, { headers: loginOf(server) });
    const [list] = (await answer.json()) as readonly { readonly inForce: boolean }[];
    if (list?.inForce === true) return;
    await sleep(100);
  }
  throw new Error('The list did not come into force within a minute');
}

const folders = MODES.map((mode) => mkdtempSync(join(tmpdir(), `countersign-bench-${mode}-`)));
const running: ServerProcess[] = [];
try {
  const issuer = await startIssuer();
  running.push(issuer.server);
  const presenters = await holdPids(issuer);
  const loads = new Map<string, ReturnType<typeof presentationLoad>>();
  for (const [index, mode] of MODES.entries()) {
    const server = await startVerifier(folders[index] ?? '', mode, issuer);
    running.push(server);
    loads.set(mode, presentationLoad(server, presenters));
  }
  const [flows, warmup] = [Number(values.flows), Number(values.warmup)];
  const [turns, concurrency] = [Number(values.turns), Number(values.concurrency)];
  const figures = await figuresInTurns(loads, { flows, warmup, turns, concurrency, settle: 1000 });
  difference('trust', MODES, figures);
} finally {
  for (const server of running) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exit();
