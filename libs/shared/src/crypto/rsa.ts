/** RSA signatures of JWS (RFC 7518, 3.3 and 3.5), verified only: lists of trusted entities are signed with them. */
import { constants, type KeyObject, verify } from 'node:crypto';
import { receivedFact } from '../kernel/reasons/received.ts';
import { JwtError } from './jwt-error.ts';

export type RsaAlgorithm = `${'RS' | 'PS'}${'256' | '384' | '512'}`;

/** Bits. ETSI TS 119 312: the minimum for signing after 2025. */
const SMALLEST = 3072;

interface Parameters {
  readonly hash: string;
  readonly pss: boolean;
}

const ALGORITHMS: ReadonlyMap<unknown, Parameters> = new Map(
  ['256', '384', '512'].flatMap((bits): [string, Parameters][] => [
    [`RS${bits}`, { hash: `sha${bits}`, pss: false }],
    [`PS${bits}`, { hash: `sha${bits}`, pss: true }],
  ]),
);

export interface RsaSignature {
  readonly alg: unknown;
  readonly input: Buffer;
  readonly signature: Buffer;
}

/** @throws JwtError `algorithm` for another kind of signature, `key` for a key that is not of its kind or too short, `signature` */
export function checkRsaSignature({ alg, input, signature }: RsaSignature, key: KeyObject): void {
  const algorithm = ALGORITHMS.get(alg);
  if (algorithm === undefined) throw new JwtError('algorithm');
  if (!fits(algorithm, key)) {
    throw new JwtError('key', { facts: { expected: 'rsa', ...receivedFact(key.asymmetricKeyType) } });
  }
  // RFC 7518, 3.5: the salt is as long as the hash.
  const padding = algorithm.pss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : { padding: constants.RSA_PKCS1_PADDING };
  if (!verify(algorithm.hash, input, { key, ...padding }, signature)) throw new JwtError('signature');
}

/** A key that is restricted to PSS (RFC 4055, 1.2) can't create any other signature. */
function fits({ pss }: Parameters, key: KeyObject): boolean {
  const isRsa = key.asymmetricKeyType === 'rsa' || (pss && key.asymmetricKeyType === 'rsa-pss');
  return isRsa && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= SMALLEST;
}
