/** The file of the wallet in the terminal: credentials and their keys, unencrypted. */
import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WalletKey } from '../jwt/keys.ts';
import type { HeldCredential } from '../presentation/present.ts';
import { WalletFailure } from './wallet-failure.ts';

interface Kept {
  readonly issuer: string;
  readonly credential: string;
  /** PKCS#8, PEM. */
  readonly key: string;
  readonly publicJwk: WalletKey['publicJwk'];
}

export interface WalletFile {
  /** Credentials, oldest first. @throws WalletFailure if the file is not a wallet */
  held(): readonly HeldCredential[];
  keep(issuer: string, held: HeldCredential): void;
}

export function openWalletFile(path: string): WalletFile {
  const load = (): readonly Kept[] => {
    if (!existsSync(path)) return [];
    const value = parsed(readFileSync(path, 'utf8'));
    if (!Array.isArray(value) || !value.every(isKept)) {
      throw new WalletFailure(
        `${path} is not a file of this wallet`,
        'remove it, or choose a different file with --store',
      );
    }
    return value;
  };
  return {
    held: () =>
      load().map(({ credential, key, publicJwk }) => ({
        credential,
        key: { privateKey: createPrivateKey(key), publicJwk, thumbprint: '' },
      })),
    keep: (issuer, { credential, key }) => {
      const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const kept = [...load(), { issuer, credential, key: pem, publicJwk: key.publicJwk }];
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'credential' in value && 'key' in value && 'publicJwk' in value;
}
