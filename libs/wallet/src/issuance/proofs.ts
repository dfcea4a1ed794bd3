/** Proofs of the credential request with a key attestation, in the forms that wallets send. */

import type { Signer } from '../jwt/keys.ts';
import { keyProof, type WalletKey } from '../jwt/keys.ts';
import type { ProofHabits } from '../profiles/wallet-habits.ts';
import type { Attester } from '../provider/attester.ts';

export interface ProofsInput {
  readonly keys: readonly WalletKey[];
  readonly nonce: string | undefined;
  /** Credential issuer identifier. */
  readonly audience: string;
  /** Seconds. */
  readonly iat: number;
  readonly clientId: string | undefined;
  /** Undefined creates proofs without a key attestation, one per key. */
  readonly attester: Attester | undefined;
  readonly sign?: Signer;
}

export type Proofs = Readonly<Record<string, readonly string[]>>;

/** The `proofs` member. */
export function makeProofs(input: ProofsInput, habits: ProofHabits): Proofs {
  const { keys, nonce, attester, sign } = input;
  if (attester === undefined) return { jwt: keys.map((key) => jwtProof(input, key, { jwk: key.publicJwk })) };
  const attested = keys.map(({ publicJwk }) => publicJwk);
  const withNonce = habits.form === 'attestation' || habits.nonceInside;
  const attestation = attester.keyAttestation({
    keys: attested,
    ...(withNonce && nonce !== undefined ? { nonce } : {}),
    ...(sign === undefined ? {} : { sign }),
  });
  if (habits.form === 'attestation') return { attestation: [attestation] };
  const signers = habits.form === 'one_jwt' ? keys.slice(0, 1) : keys;
  return {
    jwt: signers.map((key) => jwtProof(input, key, { ...keyName(key, habits), key_attestation: attestation })),
  };
}

function jwtProof(input: ProofsInput, key: WalletKey, header: object): string {
  const { audience, nonce, iat, clientId, sign } = input;
  return keyProof(key, {
    audience,
    nonce,
    sign,
    payload: { iat, iss: clientId },
    header: { jwk: undefined, ...header },
  });
}

function keyName(key: WalletKey, { key: habit }: ProofHabits): object {
  if (habit === 'none') return {};
  return habit === 'jwk' ? { jwk: key.publicJwk } : { kid: '0' };
}
