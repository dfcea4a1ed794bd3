/** Starts a scenario's server, in one process or as five services. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { type AttestedWallet, makeAttestedWallets } from '../flows/haip-flow.ts';
import { haipTenantFiles } from '../flows/haip-tenant.ts';
import { issuanceLoad } from '../flows/issuance-flow.ts';
import { type ClaimsTarget, openClaimsTarget } from '../flows/presentation-during-issuance-flow.ts';
import { makePresenter, type Presenter } from '../flows/presentation-flow.ts';
import { type Limits, measure } from '../load/closed-loop.ts';
import { startClusterServer } from '../server/cluster-server.ts';
import { type ServerProcess, startServerProcess } from '../server/server-process.ts';
import { type ConfigurationKind, removeConfiguration } from '../server/site.ts';
import type { Need, World } from './scenario.ts';

export interface OpenWorld extends World {
  close(): Promise<void>;
}

export interface OwnServerOptions {
  /** Root of the built checkout. */
  readonly root: string;
  readonly needs: readonly Need[];
  readonly wallets: number;
  /** Five services instead of one process. */
  readonly cluster?: boolean;
  /** Settings of the server in addition to those from `needs`. */
  readonly env?: Readonly<Record<string, string>>;
}

const SETTINGS: Readonly<Record<Need, Readonly<Record<string, string>>>> = {
  'attested tenant': {},
  'claims webhook': { OUTBOUND_ALLOW: '127.0.0.1', WEBHOOK_CONCURRENCY: '32' },
  'short wait': { CLAIMS_WAIT: '0', DEFERRED_NOTIFICATION: 'on' },
};

/** Starts a server with empty data that satisfies the needs. */
export async function openOwnServer({ root, needs, wallets, cluster, env }: OwnServerOptions): Promise<OpenWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-config-'));
  const attested = needs.includes('attested tenant') ? await writeAttestedTenant(root, folder, wallets) : [];
  const settings = Object.assign({}, ...needs.map((need) => SETTINGS[need]), env) as Record<string, string>;
  if (attested.length > 0) settings.CONFIG_FOLDER = folder;
  const server = await (cluster === true ? startClusterServer(root, settings) : startServerProcess(root, settings));
  const target = needs.includes('claims webhook') ? await openClaimsTarget() : undefined;
  const vct = `${server.url}/credentials/vct/pid`;
  return {
    ...worldOf({ server, wallets, pid: 'pid', mdoc: 'pid-mdoc', vct, attested, target, pace: {} }),
    close: async () => {
      await server.stop();
      target?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function writeAttestedTenant(root: string, folder: string, count: number): Promise<readonly AttestedWallet[]> {
  const { caPem, wallets } = makeAttestedWallets(count);
  cpSync(join(root, 'test/samples'), folder, { recursive: true });
  for (const [path, content] of Object.entries(haipTenantFiles(caPem))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return wallets;
}

export interface WorldParts {
  readonly server: ServerProcess;
  readonly wallets: number;
  readonly pid: string;
  readonly mdoc: string;
  readonly vct: string;
  readonly attested: readonly AttestedWallet[];
  readonly target: ClaimsTarget | undefined;
  readonly pace: Pick<Limits, 'rate'>;
}

/** A world with the scenarios' common parts: each configuration is written once, and PIDs are issued once. */
export function worldOf(parts: WorldParts): World & { readonly removeConfigurations: () => Promise<void> } {
  const written = new Map<string, ConfigurationKind>();
  let presenters: Promise<readonly Presenter[]> | undefined;
  return {
    ...parts,
    configure: async (kind, id, write) => {
      if (written.has(id)) return;
      written.set(id, kind);
      await write();
    },
    presenters: () => {
      presenters ??= holdPids(parts);
      return presenters;
    },
    removeConfigurations: async () => {
      for (const [id, kind] of written) await removeConfiguration(parts.server, kind, id);
    },
  };
}

async function holdPids({ server, wallets, pid, pace }: WorldParts): Promise<readonly Presenter[]> {
  const keys = Array.from({ length: wallets }, () => ({ holder: newWalletKey() }));
  const { outcomes } = await measure(issuanceLoad(server, keys, pid), keys.length, 8, pace);
  return outcomes.map(({ credential, keys: own }) => makePresenter(credential, own.holder, newWalletKey()));
}
