/** What an SD-JWT VC of profile eu says in addition (ETSI TS 119 472-1, 5; ETSI TS 119 182-1, JAdES B-B). Pure. */
import { chainUrl, leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { sha256 } from '@countersign/shared/crypto/sha256';
import type { JsonObject } from '@countersign/shared/kernel/json';

/**
 * Members of the payload.
 * @param typeMetadata the document at the `vct` URL, as this server serves it; undefined: the type is described elsewhere
 * @param iat seconds: the credential is valid from its time of issue on
 */
export function europeanClaims(typeMetadata: JsonObject | undefined, iat: number): JsonObject {
  return { nbf: iat, ...(typeMetadata === undefined ? {} : { 'vct#integrity': integrityOf(typeMetadata) }) };
}

/** W3C Subresource Integrity of the bytes that are served: base64 with padding. */
function integrityOf(typeMetadata: JsonObject): string {
  return `sha256-${sha256(JSON.stringify(typeMetadata)).toString('base64')}`;
}

/**
 * Members of the protected header: where the chain is, which leaf signs, and the claimed time of signing. That is `iat` of the payload,
 * a whole hour, so that it links no credentials.
 */
export function europeanHeader({ x5c }: Pick<SigningKey, 'x5c'>, issuer: string, iat: number): JsonObject {
  return { x5u: chainUrl(issuer, x5c), 'x5t#S256': leafThumbprint(x5c), iat };
}
