/** Registration certificates as CWT (ETSI TS 119 475, 5.2.3): a COSE_Sign1 around a map of claims. */

import type { Json } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { CborError } from '@countersign/shared/mdoc/cbor-error';
import { type CborKey, type CborMap, type CborValue, isCborMap } from '@countersign/shared/mdoc/cbor-value';
import { CoseError } from '@countersign/shared/mdoc/cose-error';
import { COSE_HEADER } from '@countersign/shared/mdoc/cose-header';
import { type CoseSign1, fitsKey, readCoseSign1, verifyCoseSign1 } from '@countersign/shared/mdoc/cose-sign1';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { readX5chain } from '@countersign/shared/mdoc/x5chain';
import { CLAIM_NAMES } from './registration-claims.ts';
import { MAX_BYTES, malformed, notSigned, readChain, type WrittenCertificate } from './written-certificate.ts';

const TYPE = 'rc-wrp+cwt';

/** RFC 8392, 4: claims with an integer key. ETSI's claims have only names. */
const NUMBERED: ReadonlyMap<CborKey, string> = new Map([
  [1, 'iss'],
  [2, 'sub'],
  [3, 'aud'],
  [4, 'exp'],
  [5, 'nbf'],
  [6, 'iat'],
  [7, 'cti'],
]);

/** @throws RegistrationError */
export function readCwt(sent: Buffer): WrittenCertificate {
  if (sent.length > MAX_BYTES) {
    throw malformed('header', '', `The registration certificate must have at most ${MAX_BYTES} bytes`);
  }
  const message = decoded('header', () => readCoseSign1(readCbor(sent)));
  if (message.protectedHeader.get(COSE_HEADER.type) !== TYPE) {
    throw malformed('header', '/typ', `The type in the protected header must be "${TYPE}"`);
  }
  const { payload } = message;
  if (payload === null) throw malformed('claims', '', 'The claims must be in the CWT, not detached');
  const chain = readChain(chainOf(message), '/x5c');
  const claims = claimsOf(decoded('claims', () => readCbor(payload)));
  return {
    form: 'cwt',
    sent,
    claims,
    chain,
    checkSignature: (key) => {
      if (!fitsKey(message, key)) throw notSigned("The algorithm does not match the first certificate's key");
      if (!verifyCoseSign1({ message, key }))
        throw notSigned("The signature does not match the first certificate's key");
    },
  };
}

/** RFC 9360, 2: in either header, because the chain is verified separately. */
function chainOf({ protectedHeader, unprotected }: CoseSign1): readonly Buffer[] {
  const label = COSE_HEADER.x5chain;
  const chain = readX5chain(protectedHeader.get(label) ?? unprotected.get(label));
  if (chain === undefined) throw malformed('header', '/x5c', "The header must contain the signer's chain");
  return chain;
}

/** @throws RegistrationError instead of the readers' errors */
function decoded<T>(document: 'header' | 'claims', read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CborError || error instanceof CoseError)) throw error;
    const algorithm = error.reason === 'algorithm';
    const pointer = algorithm ? '/alg' : '';
    const detail = algorithm
      ? 'The protected header must specify an algorithm of ECDSA, or EdDSA'
      : 'The registration certificate must be a COSE_Sign1 around a map of claims';
    throw malformed(document, pointer, detail, error);
  }
}

/** The claims to read, by name. All others are only checked for duplicate names. */
function claimsOf(value: CborValue): Json {
  if (!isCborMap(value)) throw malformed('claims', '', 'The claims must be a map');
  for (const [key, name] of NUMBERED) {
    if (value.has(key) && value.has(name)) throw malformed('claims', `/${name}`, 'The claim is there twice');
  }
  const keys: readonly (readonly [CborKey, string])[] = [
    ...NUMBERED,
    ...CLAIM_NAMES.map((name) => [name, name] as const),
  ];
  const claims = keys.flatMap(([key, name]) =>
    CLAIM_NAMES.includes(name) && value.has(key) ? [[name, jsonOf(value.get(key), `/${name}`)]] : [],
  );
  return Object.fromEntries(claims) as Json;
}

/** @throws RegistrationError for a value that JSON does not have */
function jsonOf(value: CborValue, pointer: string): Json {
  if (Array.isArray(value)) {
    return (value as readonly CborValue[]).map((item, index) => jsonOf(item, `${pointer}/${index}`));
  }
  if (value !== undefined && isCborMap(value)) return objectOf(value, pointer);
  const isPlain = typeof value === 'string' || typeof value === 'boolean' || value === null;
  if (isPlain || (typeof value === 'number' && Number.isFinite(value))) return value as Json;
  throw malformed('claims', pointer, 'The value must be one that JSON has');
}

function objectOf(map: CborMap, pointer: string): Json {
  const members = [...map].map(([key, value]): [string, Json] => {
    if (typeof key !== 'string' || key === '__proto__') throw malformed('claims', pointer, 'A name must be text');
    return [key, jsonOf(value, `${pointer}/${escapePointer(key)}`)];
  });
  return Object.fromEntries(members);
}
