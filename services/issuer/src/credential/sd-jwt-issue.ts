/** Issuing of SD-JWT VC credentials (RFC 9901; SD-JWT VC; HAIP 1.0, 6.1.1). */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { sha256 } from '@countersign/shared/crypto/sha256';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Random } from '@countersign/shared/kernel/random';
import {
  type DisclosureFrame,
  fitDisclosureFrame,
  hasDecoys,
  refuseReservedNames,
} from '../configuration/disclosure-frame.ts';
import { packClaims } from './pack-claims.ts';

/** RFC 9901, 9.3: at least 128 bits. */
const SALT_BYTES = 16;

export interface IssueSdJwtVcOptions {
  /** All claims, `vct` included. */
  readonly payload: JsonObject & { readonly vct: string };
  /** Selectively disclosable claims. Names that the payload lacks are skipped. */
  readonly frame?: DisclosureFrame | undefined;
  readonly key: SigningKey;
  /** Members of the header in addition to the key's. */
  readonly header?: JsonObject | undefined;
  readonly random: Random;
  readonly known?: KnownKeys | undefined;
}

/**
 * Signs a credential: `<issuer JWT>~<disclosure>~...~`.
 * @throws ProtocolError `server_error` for a claim name that the configuration's checks should have refused
 */
export async function issueSdJwtVc(options: IssueSdJwtVcOptions): Promise<string> {
  const { payload, frame, random } = options;
  refuseReservedNames(payload);
  const fitted = frame === undefined ? undefined : fitDisclosureFrame(frame.written, payload);
  if (fitted === undefined) return signed(payload, [], options);
  if (frame?.hasDecoys === true && hasDecoys(fitted)) return issueWithDecoys(options, fitted);
  const { claims, disclosures } = packClaims(payload, fitted, () => random(SALT_BYTES).toString('base64url'));
  return signed({ ...claims, _sd_alg: 'sha-256' }, disclosures, options);
}

async function signed(
  payload: JsonObject,
  disclosures: readonly string[],
  { key, header, known }: Pick<IssueSdJwtVcOptions, 'key' | 'header' | 'known'>,
): Promise<string> {
  const input = `${encodedHeader(key, header, known)}.${encodePart(payload)}`;
  const signature = await key.sign(Buffer.from(input, 'latin1'));
  return [`${input}.${signature.toString('base64url')}`, ...disclosures, ''].join('~');
}

function encodedHeader(key: SigningKey, more: JsonObject | undefined, known: KnownKeys | undefined): string {
  if (more !== undefined) return encodePart({ ...headerOf(key), ...more, alg: key.alg });
  const header = known?.headers.get(key) ?? encodePart({ ...headerOf(key), alg: key.alg });
  known?.headers.set(key, header);
  return header;
}

function headerOf({ kid, x5c }: SigningKey): JsonObject {
  return { typ: 'dc+sd-jwt', kid, x5c: [...x5c] };
}

function encodePart(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Decoys are rare, so the library that creates them is loaded at first use. */
async function issueWithDecoys(
  { payload, key, header, random }: IssueSdJwtVcOptions,
  fitted: JsonObject,
): Promise<string> {
  const { SDJwtVcInstance } = await import('@sd-jwt/sd-jwt-vc');
  const issuer = new SDJwtVcInstance({
    signAlg: key.alg,
    signer: async (input) => (await key.sign(Buffer.from(input, 'latin1'))).toString('base64url'),
    hashAlg: 'sha-256',
    hasher: (data) => sha256(bytesOf(data)),
    saltGenerator: () => random(SALT_BYTES).toString('base64url'),
  });
  // The library's frame type is derived from a payload type that is known here at run time only.
  return issuer.issue<JsonObject & { vct: string }>(payload, fitted as never, {
    header: { ...headerOf(key), ...header },
  });
}

function bytesOf(data: string | ArrayBuffer): Buffer | string {
  return typeof data === 'string' ? data : Buffer.from(data);
}
