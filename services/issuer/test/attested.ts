/** A wallet provider that the world's tenant `default` trusts, and an instance of its wallet. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createWalletInstance,
  createWalletProvider,
  type HeadersInput,
  type WalletInstance,
  type WalletProvider,
} from '@countersign/shared/test/crypto/wallet-provider';
import { PUBLIC_URL, type World } from './world.ts';

export const STATUS_LIST = 'https://provider.example/list';

export interface Attested {
  readonly provider: WalletProvider;
  readonly instance: WalletInstance;
  /** Attestation and proof, fresh at each call. @param input replaces parts of them */
  headers(input?: Partial<HeadersInput>): Record<string, string>;
  /** Another instance of the same wallet. */
  other(): WalletInstance;
}

export async function trustProvider(world: World, statusUri?: string): Promise<Attested> {
  const clock = (): number => world.now;
  const provider = await createWalletProvider({ clock, ...(statusUri === undefined ? {} : { statusUri }) });
  writeAnchor(world.configFolder, provider.caPem);
  const other = (): WalletInstance => createWalletInstance({ provider, clientId: 'wallet' });
  const instance = other();
  return {
    provider,
    instance,
    headers: (input = {}) => ({ ...instance.headers({ aud: PUBLIC_URL, ...input }) }),
    other,
  };
}

export function writeAnchor(configFolder: string, pem: string): void {
  const folder = join(configFolder, 'trust', 'wallet-providers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'provider.pem'), pem);
}
