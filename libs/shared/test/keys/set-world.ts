/** Key sets of a tenant over one store, with key rings of several replicas. */
import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import type { TestContext } from 'node:test';
import { leafThumbprint } from '../../src/crypto/certificate-chain.ts';
import type { KeyRing } from '../../src/crypto/keys.ts';
import { x5cElement } from '../../src/crypto/x509.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { createKeyRing } from '../../src/keys/key-ring.ts';
import { createKeySets, type KeySets, type KeySetsOptions } from '../../src/keys/key-sets.ts';
import { noSigners, type Signers } from '../../src/keys/signer.ts';
import { createVaults } from '../../src/keys/vaults.ts';
import type { Store } from '../../src/store/port.ts';
import { temporaryFolder, temporaryStore } from '../store/temporary.ts';
import { testAuthority } from './set-authority.ts';

export const DAY = 86_400_000;
export const start = Date.UTC(2030, 0, 1, 12);
export const authority = await testAuthority(start);
export const shop = { set: 'shop', purpose: 'request' } as const;
export const own = { set: 'default', purpose: 'request' } as const;
export const subject = { commonName: 'Shop' };

export interface World {
  readonly store: Store;
  now: number;
  readonly sets: KeySets;
  /** Another replica. */
  ring(): KeyRing;
}

export async function world(t: TestContext, given: Partial<KeySetsOptions> = {}): Promise<World> {
  const [store, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  const made = { store, now: start } as World & { sets: KeySets };
  const clock = (): number => made.now;
  const signers: Signers = given.signers ?? noSigners;
  const vaults = () => createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const common = { store, clock, log: silentLog, signers };
  made.sets = createKeySets({ ...common, vaults: vaults(), ...given });
  made.ring = () => createKeyRing({ ...common, vaults: vaults(), configFolder, publicUrl: 'https://issuer.example' });
  return made;
}

export async function certified(sets: KeySets, of: Parameters<KeySets['begin']>[1], end?: number) {
  const { csr } = await sets.begin('default', of, subject);
  const chain = await authority.answer(csr, end);
  return { chain, csr, key: await sets.install('default', of, chain) };
}

export function named(chain: readonly X509Certificate[]): string {
  return leafThumbprint(chain.map(x5cElement));
}

export async function signerOf(ring: KeyRing, set: string | undefined = 'shop'): Promise<string> {
  return leafThumbprint((await ring.signer('default', 'request', set)).x5c);
}

export function refusal(reason: string, detail?: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ProtocolError, String(error));
    assert.equal(error.options.reason, reason);
    if (detail !== undefined) assert.match(JSON.stringify(error.options.errors), detail);
    return true;
  };
}
