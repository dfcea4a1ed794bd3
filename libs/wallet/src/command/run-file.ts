/** The state of a single-step run, in a file with its keys and tokens: for test data only. */
import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Offer } from '../issuance/offer.ts';
import type { Issued, ProfileWallet } from '../issuance/profile-wallet.ts';
import type { Token } from '../issuance/token-wallet.ts';
import { type WalletKey, walletKeyOf } from '../jwt/keys.ts';
import type { PresentationRequest } from '../presentation/present.ts';
import { WalletFailure } from './wallet-failure.ts';

export interface RunState {
  readonly offer?: Offer;
  /** PKCE. */
  readonly verifier?: string;
  /** PKCS#8, PEM. */
  readonly instanceKey?: string;
  readonly dpopKey?: string | undefined;
  readonly dpopNonce?: string | undefined;
  readonly challenge?: string | undefined;
  readonly requestUri?: string;
  readonly authSession?: string | undefined;
  /** Link of the presentation that an issuance requires. */
  readonly presentation?: string | undefined;
  readonly presentationSession?: string | undefined;
  readonly code?: string;
  readonly presented?: boolean;
  readonly token?: Token | undefined;
  readonly nonce?: string | undefined;
  readonly configuration?: string;
  /** Keys of the credential request, PKCS#8, PEM. */
  readonly keys?: readonly string[];
  /** The last response of the credential or deferred endpoint, decrypted. */
  readonly issued?: Issued['answer']['json'];
  readonly request?: PresentationRequest;
}

/** @throws WalletFailure if the file is not a run */
export function readRun(path: string): RunState {
  if (!existsSync(path)) return {};
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof state === 'object' && state !== null && !Array.isArray(state)) return state;
  } catch {
    // Named below.
  }
  throw new WalletFailure(`${path} is not a run of this wallet`, 'remove it, or choose a different file with --run');
}

export function writeRun(path: string, state: RunState): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
}

export function pemOf({ privateKey }: WalletKey): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function keyOf(pem: string): WalletKey {
  return walletKeyOf(createPrivateKey(pem));
}

/** Restores the state of the run in a wallet. */
export function resume(wallet: ProfileWallet, state: RunState): ProfileWallet {
  if (state.verifier !== undefined) wallet.verifier = state.verifier;
  wallet.token = state.token;
  wallet.sender.dpopNonce = state.dpopNonce;
  wallet.sender.challenge = state.challenge;
  return wallet;
}

/** What the next step needs of a wallet. */
export function kept(wallet: ProfileWallet): RunState {
  const { verifier, token, sender } = wallet;
  const { instanceKey, dpopKey, dpopNonce, challenge } = sender;
  return {
    verifier,
    token,
    dpopNonce,
    challenge,
    instanceKey: pemOf(instanceKey),
    dpopKey: dpopKey === undefined ? undefined : pemOf(dpopKey),
  };
}
