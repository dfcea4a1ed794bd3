/** The attestation headers of a wallet, and the challenges they need (OAuth 2.0 Attestation-Based Client Authentication). */
import { randomUUID } from 'node:crypto';
import { type Signing, signAs, type WalletKey } from '../jwt/keys.ts';
import type { WalletHabits } from '../profiles/wallet-habits.ts';
import type { Attester } from '../provider/attester.ts';
import type { Answer } from './answer.ts';

export const CHALLENGE_HEADER = 'oauth-client-attestation-challenge';

export interface AttestingClient extends Signing {
  readonly attester: Attester;
  readonly clientId: string;
  readonly key: WalletKey;
  readonly habits: WalletHabits;
  /** Seconds. */
  readonly now: () => number;
}

/** The two headers of one request. @param audience issuer identifier of the authorization server */
export function attestationHeaders(
  { attester, clientId, key, habits, now, step = 'par', sign }: AttestingClient,
  audience: string,
  challenge: string | undefined,
): Record<string, string> {
  const iat = now();
  const { iss, nbf, exp, key: withKey } = habits.pop;
  const { life } = habits.attestation;
  const older = habits.attestation.iss === true ? { iss: 'https://provider.example', nbf: iat } : {};
  const claims = { ...older, ...(life === undefined ? {} : { exp: iat + life }) };
  const header = {
    typ: 'oauth-client-attestation-pop+jwt',
    alg: 'ES256',
    ...(withKey === true ? { jwk: key.publicJwk, kid: '0' } : {}),
  };
  const payload = {
    ...(iss === true ? { iss: clientId } : {}),
    aud: audience,
    jti: randomUUID(),
    iat,
    ...(nbf === true ? { nbf: iat } : {}),
    ...(exp === undefined ? {} : { exp: iat + exp }),
    ...(withKey === true ? { cnf: { jwk: key.publicJwk } } : {}),
    ...(challenge === undefined ? {} : { challenge }),
  };
  return {
    'oauth-client-attestation': attester.attestation({
      clientId,
      jwk: key.publicJwk,
      claims,
      ...(sign === undefined ? {} : { sign: (parts) => sign({ ...parts, step }) }),
    }),
    'oauth-client-attestation-pop': signAs('pop', key, { step, sign, header, payload }),
  };
}

/** True if the server wants the request again with the challenge in this response. */
export function wantsChallenge(answer: Answer): boolean {
  return answer.status === 400 && answer.json?.error === 'use_attestation_challenge';
}
