/** The wallet provider of trials, in a file with its private key: for test data only. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWalletProvider, type WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { WalletFailure } from './wallet-failure.ts';

interface Kept {
  readonly caPem: string;
  readonly x5c: readonly string[];
  /** PKCS#8, PEM. */
  readonly key: string;
}

/** The provider beside the file of a wallet; it is made where it is missing. @throws WalletFailure where the file is no provider */
export async function openProvider(store: string): Promise<WalletProvider> {
  const path = join(dirname(store), 'wallet-provider.json');
  if (!existsSync(path)) return makeProvider(path);
  try {
    const { caPem, x5c, key }: Kept = JSON.parse(readFileSync(path, 'utf8'));
    const privateKey = createPrivateKey(key);
    const keys = { privateKey, publicKey: createPublicKey(privateKey) };
    return await createWalletProvider({ kept: { caPem, x5c, keys } });
  } catch {
    throw new WalletFailure(`${path} is no wallet provider`, 'remove it: the next run makes another one');
  }
}

async function makeProvider(path: string): Promise<WalletProvider> {
  const provider = await createWalletProvider();
  const key = provider.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const kept: Kept = { caPem: provider.caPem, x5c: provider.x5c, key };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  return provider;
}
