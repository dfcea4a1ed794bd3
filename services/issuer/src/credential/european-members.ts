/**
 * Additional members of a credential of profile eu (ETSI TS 119 472-1, 5 and 6; ETSI TS 119 182-1, JAdES B-B). Pure.
 */
import { chainUrl, leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { sha256 } from '@countersign/shared/crypto/sha256';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type CborMap, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { COSE_HEADER } from '@countersign/shared/mdoc/cose-header';

/**
 * Members of the payload.
 * @param typeMetadata the document at the `vct` URL, as this server serves it; undefined: the type is described elsewhere
 * @param iat seconds: the credential is valid from its time of issue on
 */
export function europeanClaims(
  { typeMetadata, shortLived }: { readonly typeMetadata?: JsonObject | undefined; readonly shortLived?: true },
  iat: number,
): JsonObject {
  return {
    nbf: iat,
    ...integrityClaim(typeMetadata),
    // ETSI TS 119 472-1, 5.2.10.3: its value is null.
    ...(shortLived === true ? { shortLived: null } : {}),
  };
}

/** SD-JWT VC, 7: a changed type is noticed. TS12, 4.1.2: a credential that confirms payments has it in every profile. */
export function integrityClaim(typeMetadata: JsonObject | undefined): JsonObject {
  return typeMetadata === undefined ? {} : { 'vct#integrity': integrityOf(typeMetadata) };
}

/** The element of an mdoc without a status, by namespace (ETSI TS 119 472-1, 6.2.10). */
export const SHORT_LIVED_ELEMENT = ['org.etsi.01947201.010101', new Map([['shortLived', true]])] as const;

/** W3C Subresource Integrity of the bytes that are served: base64 with padding. */
function integrityOf(typeMetadata: JsonObject): string {
  return `sha256-${sha256(JSON.stringify(typeMetadata)).toString('base64')}`;
}

/**
 * Members of the protected header: where the chain is, which leaf signs, and the claimed time of signing. That time is
 * the payload's `iat`, a whole hour, so that it links no credentials.
 */
export function europeanHeader({ x5c }: Pick<SigningKey, 'x5c'>, issuer: string, iat: number): JsonObject {
  return { x5u: chainUrl(issuer, x5c), 'x5t#S256': leafThumbprint(x5c), iat };
}

/** SHA-256 (RFC 9054, 2.1). */
const SHA_256 = -16;

/**
 * Members of an mdoc's protected header: which leaf signs, and where its chain is (RFC 9360, 2; ETSI TS 119 472-1,
 * 6.6.2).
 */
export function europeanCoseHeader({ x5c }: Pick<SigningKey, 'x5c'>, issuer: string): CborMap {
  return new Map<number, CborValue>([
    [COSE_HEADER.x5t, [SHA_256, sha256(Buffer.from(x5c[0] ?? '', 'base64'))]],
    [COSE_HEADER.x5u, new Tagged(TAG.uri, chainUrl(issuer, x5c))],
  ]);
}
