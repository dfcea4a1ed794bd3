/** The wallet provider of trials, in a file with its private key: for test data only. */
import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { walletKeyOf } from '../jwt/keys.ts';
import { createWalletProvider, type WalletProvider } from '../provider/wallet-provider.ts';
import { WalletFailure } from './wallet-failure.ts';

interface Kept {
  readonly caPem: string;
  readonly x5c: readonly string[];
  /** PKCS#8, PEM. */
  readonly key: string;
}

/**
 * The provider in the folder of a wallet's file; created if it is missing. @throws WalletFailure if the file is not a
 * provider
 */
export function openProvider(store: string): WalletProvider {
  const path = join(dirname(store), 'wallet-provider.json');
  if (!existsSync(path)) return makeProvider(path);
  try {
    const { caPem, x5c, key }: Kept = JSON.parse(readFileSync(path, 'utf8'));
    return createWalletProvider({ kept: { caPem, x5c, key: walletKeyOf(createPrivateKey(key)) } });
  } catch {
    throw new WalletFailure(`${path} is not a wallet provider`, 'remove it, and the next run creates one');
  }
}

function makeProvider(path: string): WalletProvider {
  const provider = createWalletProvider();
  const key = provider.key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const kept: Kept = { caPem: provider.caPem, x5c: provider.x5c, key };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  return provider;
}

/** Writes the certificate that a tenant trusts as a wallet provider's, PEM. */
export function writeProviderCertificate(file: { readonly certificate: string; readonly store: string }): void {
  const { caPem } = openProvider(file.store);
  mkdirSync(dirname(file.certificate), { recursive: true });
  writeFileSync(file.certificate, caPem);
}
