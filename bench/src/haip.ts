/** `npm run bench -- --haip`: plain issuance beside that of an attested wallet, and the cryptographic work that explains the difference. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { tenantFiles } from '@countersign/test/support/haip';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { type Load, measure, print, report } from './closed-loop.ts';
import { haipLoad, makeAttestedWallets } from './haip-flow.ts';
import { checkCredential, type FlowKeys, issuanceLoad } from './issuance-flow.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { costsHere, explained, type Work, workOf } from './work.ts';

export interface HaipOptions {
  readonly flows: string;
  readonly concurrency: string;
  readonly keys: string;
  readonly warmup: string;
  /** Flows whose work is counted, by a server of its own. */
  readonly counted: string;
}

interface Kind {
  readonly title: string;
  readonly load: (server: ServerProcess) => Load<string, { readonly credential: string; readonly keys: FlowKeys }>;
  readonly env: Readonly<Record<string, string>>;
}

export async function benchHaip(root: string, options: HaipOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-haip-'));
  try {
    const counts: Work[] = [];
    for (const kind of await kindsOf(root, folder, Number(options.keys))) {
      await measureKind(root, kind, options);
      counts.push(await countKind(root, folder, kind, Number(options.counted)));
    }
    const [plain = {}, haip = {}] = counts;
    for (const line of explained(plain, haip, costsHere())) print(line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function kindsOf(root: string, folder: string, keys: number): Promise<readonly Kind[]> {
  const { caPem, wallets } = await makeAttestedWallets(keys);
  const config = join(folder, 'config');
  cpSync(join(root, 'test/samples'), config, { recursive: true });
  for (const [path, content] of Object.entries(tenantFiles({ profile: 'haip', samples: 'attested', caPem }))) {
    mkdirSync(dirname(join(config, path)), { recursive: true });
    writeFileSync(join(config, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const plain = Array.from({ length: keys }, (): FlowKeys => ({ holder: newWalletKey() }));
  return [
    { title: 'plain: Bearer', load: (server) => issuanceLoad(server, plain), env: {} },
    {
      title: 'HAIP: attested, DPoP-bound, encrypted',
      load: (server) => haipLoad(server, wallets),
      env: { CONFIG_FOLDER: config },
    },
  ];
}

async function measureKind(root: string, { title, load, env }: Kind, options: HaipOptions): Promise<void> {
  const server = await startServerProcess(root, env);
  try {
    const { keys } = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as { keys: object[] };
    await report(load(server), {
      title,
      options,
      check: (outcomes) => {
        for (const { credential, keys: own } of outcomes) checkCredential(credential, own.holder, keys[0]);
      },
      checked: 'every credential checked',
    });
  } finally {
    await server.stop();
  }
}

/** Work of one flow, counted by the preload, which the measured server does not have. */
async function countKind(root: string, folder: string, { title, load, env }: Kind, flows: number): Promise<Work> {
  const file = join(folder, `${title.length}.json`);
  const preload = pathToFileURL(join(import.meta.dirname, 'count-work.js')).href;
  const server = await startServerProcess(root, { ...env, COUNT_TO: file, NODE_OPTIONS: `--import ${preload}` });
  const read = async (): Promise<Work> => {
    server.signal?.('SIGUSR2');
    await sleep(500);
    return JSON.parse(readFileSync(file, 'utf8')) as Work;
  };
  try {
    // The first flows make keys and certificates.
    await measure(load(server), 20, 1);
    const before = await read();
    await measure(load(server), flows, 1);
    return workOf(before, await read(), flows);
  } finally {
    await server.stop();
  }
}
