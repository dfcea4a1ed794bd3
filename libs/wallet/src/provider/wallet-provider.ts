/**
 * The provider of a test wallet: wallet attestations (OpenID4VCI 1.0, appendix E, with the claims of EU TS 3) and key
 * attestations (appendix D), under its own CA.
 */

import type { Signer } from '../jwt/keys.ts';
import { newWalletKey, signAs, type WalletKey } from '../jwt/keys.ts';
import type { Attester } from './attester.ts';
import { createAuthority, createLeaf, x5cOf } from './certificates.ts';

export interface WalletProviderOptions {
  /** `wallet_name`; default Countersign Wallet. */
  readonly name?: string;
  /** Milliseconds; default the system's. */
  readonly clock?: () => number;
  /** Signs with these instead of a new key and chain. */
  readonly kept?: ProviderKeys;
}

export interface ProviderKeys {
  /** The trust anchor, PEM. */
  readonly caPem: string;
  /** Leaf first, without the anchor. */
  readonly x5c: readonly string[];
  readonly key: WalletKey;
}

export interface WalletProvider extends ProviderKeys, Attester {
  readonly name: string;
}

const DAY = 86_400_000;
const HOUR_SECONDS = 3600;
const CERTIFICATION = 'https://provider.example/certification';

export function createWalletProvider(options: WalletProviderOptions = {}): WalletProvider {
  const { name = 'Countersign Wallet', clock = Date.now } = options;
  const keys = options.kept ?? makeKeys(name, clock());
  const now = (): number => Math.floor(clock() / 1000);
  const { key, x5c } = keys;
  const signed = (kind: 'attestation' | 'key_attestation', typ: string, claims: object, sign?: Signer) =>
    signAs(kind, key, {
      step: kind === 'attestation' ? 'par' : 'credential',
      header: { typ, alg: 'ES256', x5c },
      payload: { iat: now(), ...claims },
      sign,
    });
  return {
    ...keys,
    name,
    attestation: ({ clientId, jwk, claims, sign }) =>
      signed(
        'attestation',
        'oauth-client-attestation+jwt',
        {
          sub: clientId,
          exp: now() + 12 * HOUR_SECONDS,
          cnf: { jwk },
          wallet_name: name,
          wallet_version: '1.0.0',
          wallet_solution_certification_information: CERTIFICATION,
          ...claims,
        },
        sign,
      ),
    keyAttestation: ({ keys: attested_keys, nonce, sign }) =>
      signed(
        'key_attestation',
        'key-attestation+jwt',
        {
          exp: now() + HOUR_SECONDS,
          attested_keys,
          certification: CERTIFICATION,
          key_storage: ['iso_18045_high'],
          user_authentication: ['iso_18045_high'],
          ...(nonce === undefined ? {} : { nonce }),
        },
        sign,
      ),
  };
}

function makeKeys(name: string, now: number): ProviderKeys {
  const validity = { notBefore: now - DAY, notAfter: now + 365 * DAY };
  const authority = createAuthority(`CA of ${name}`, validity);
  const key = newWalletKey();
  return { caPem: authority.certificate, x5c: [x5cOf(createLeaf(authority, 'provider.example', validity, key))], key };
}
