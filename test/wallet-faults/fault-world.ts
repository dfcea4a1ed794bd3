/** A server whose tenants trust one wallet provider, and wallets with a fault that run against it over HTTP. */
import assert from 'node:assert/strict';
import { ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import type { ProfileWalletOptions } from '@countersign/wallet/issuance/token-wallet';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { createWalletProvider, type WalletProvider } from '@countersign/wallet/provider/wallet-provider';
import { NotReached, Refused, WalletRefuses } from '@countersign/wallet/sending/failures';
import type { Fault } from '@countersign/wallet/sending/fault';
import type { Call } from '@countersign/wallet/sending/transport';
import { holdPidOf, offerOf, presentTo, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { ConfigFiles, ServerOptions, TestServer } from '../support/server.ts';

export interface FaultWorld {
  readonly server: TestServer;
  /** Key of the client `https://wallet.example`, if the world registers it. */
  readonly clientKey: WalletKey;
  /** A PID of a tenant in the hands of a wallet; each tenant has one. */
  readonly heldPid: (shape: Shape) => Promise<HeldCredential>;
  /** Attests the wallets; the tenants trust it. */
  readonly provider: WalletProvider;
  /** Clock of server and wallets, milliseconds. */
  readonly clock: () => number;
  /** Moves the clock. */
  readonly wait: (seconds: number) => Promise<void>;
}

/** Starts a server; the caller closes it. @param files of both tenants, by their path in the tenant's folder */
export async function openFaultWorld(
  files: ConfigFiles = {},
  { env, ...options }: ServerOptions = {},
): Promise<FaultWorld> {
  let ahead = 0;
  const clock = (): number => Date.now() + ahead;
  const server = await startSampleServer({ clock, ...options, env: { TRACE: 'all', RATE_WALLET: '0', ...env } });
  const provider = createWalletProvider({ clock });
  const all = { ...files, 'trust/wallet-providers/provider.pem': provider.caPem };
  for (const { folder } of shapes) {
    for (const [path, content] of Object.entries(all)) server.writeConfig(folder + path, content);
  }
  const wait = async (seconds: number): Promise<void> => {
    ahead += seconds * 1000;
  };
  const pids = new Map<Shape, Promise<HeldCredential>>();
  const heldPid = (shape: Shape): Promise<HeldCredential> => {
    const held = pids.get(shape) ?? holdPidOf(server, shape);
    pids.set(shape, held);
    return held;
  };
  return { server, heldPid, clientKey: newWalletKey(), provider, clock, wait };
}

/** The outcome of a wallet with a fault. */
export interface FaultRun {
  readonly shape: Shape;
  readonly session: string;
  readonly calls: readonly Call[];
}

/** Runs a wallet with the fault. */
export type FaultCourse = (world: FaultWorld, shape: Shape, fault: Fault) => Promise<FaultRun>;

export interface IssuanceOptions {
  /** Body of the offer; default a PID by authorization code. */
  readonly offer?: object;
  readonly wallet?: (world: FaultWorld) => Partial<ProfileWalletOptions>;
  /** Number of credentials in one request; default 1. */
  readonly batch?: number;
  /** Number of credential requests; default 1. */
  readonly times?: number;
  /** True renews at the end. */
  readonly renew?: true;
  /** Presents what an offer needs first; gives `presentation_during_issuance_session`. */
  readonly present?: (link: string) => Promise<string>;
}

/** From the offer to the notification, or to the refusal that the fault causes. */
export async function runIssuance(
  world: FaultWorld,
  shape: Shape,
  fault: Fault,
  { offer: body, wallet: more, ...course }: IssuanceOptions,
): Promise<FaultRun> {
  const { server, clock, wait } = world;
  const made = await offerOf(server, shape, { credentialConfigurationIds: ['pid'], ...body });
  const calls: Call[] = [];
  const wallet = new ProfileWallet({
    issuer: shape.issuer(server),
    wallet: 'plain',
    clientId: 'https://wallet.example',
    fault,
    clock,
    wait,
    record: (call) => calls.push(call),
    ...more?.(world),
  });
  await untilRefused(() => takeAll(wallet, made, course));
  return { shape, session: made.session, calls };
}

async function takeAll(
  wallet: ProfileWallet,
  { uri, txCode }: { readonly uri: string; readonly txCode?: string },
  { batch = 1, times = 1, renew, present }: Pick<IssuanceOptions, 'batch' | 'times' | 'renew' | 'present'>,
): Promise<void> {
  const offer = await wallet.offer(uri);
  if (present === undefined) await wallet.redeem(offer, txCode);
  else await wallet.redeemCode(await wallet.codeByChallenge(offer, present));
  const [configuration = ''] = offer.credential_configuration_ids;
  const keys = Array.from({ length: batch }, newWalletKey);
  const first = await wallet.credential({ configuration, keys });
  const { answer } = first.answer.status === 202 ? await wallet.collect(first) : first;
  if (answer.status >= 400) return;
  for (let n = 1; n < times; n += 1) await wallet.credential({ configuration, keys: [newWalletKey()] });
  await wallet.notify(answer.json.notification_id);
  if (renew === true) await wallet.refresh();
}

/** Runs a wallet; that it ends early is what a fault is for. */
export async function untilRefused(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof WalletRefuses) && !(error instanceof NotReached)) throw error;
  }
}

/** Files of a tenant, written for the time of a run. */
export function under(
  files: (world: FaultWorld) => Readonly<Record<string, { readonly during: unknown; readonly after: unknown }>>,
  run: FaultCourse,
): FaultCourse {
  return async (world, shape, fault) => {
    const written = files(world);
    const write = (path: string, content: unknown): void => world.server.writeConfig(shape.folder + path, content);
    for (const [path, { during }] of Object.entries(written)) write(path, during);
    try {
      return await run(world, shape, fault);
    } finally {
      for (const [path, { after }] of Object.entries(written)) write(path, after);
    }
  };
}

/**
 * A wallet that fetches a credential, by default a PID by authorization code. @param offer more members for the offer's
 * body
 */
export function takes(offer: object = {}, options: Omit<IssuanceOptions, 'offer'> = {}): FaultCourse {
  return (world, shape, fault) => runIssuance(world, shape, fault, { offer, ...options });
}

/** A wallet that fetches `member`, for which it presents its PID first. */
export const takesMember: FaultCourse = async (world, shape, fault) => {
  const held = await world.heldPid(shape);
  const present = async (link: string): Promise<string> => {
    const { answer } = await presentTo(link, held);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.presentation_during_issuance_session;
  };
  return runIssuance(world, shape, fault, { offer: { credentialConfigurationIds: ['member'] }, present });
};
