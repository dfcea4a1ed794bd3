/** Issuing of SD-JWT VC credentials (RFC 9901; SD-JWT VC; HAIP 1.0, 6.1.1). */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { sha256 } from '@countersign/shared/crypto/sha256';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Random } from '@countersign/shared/kernel/random';
import { checkClaimNames, checkDisclosureFrame, fitDisclosureFrame } from '../configuration/disclosure-frame.ts';
import { hasDecoys, packClaims } from './pack-claims.ts';

/** RFC 9901, 9.3: at least 128 bits. */
const SALT_BYTES = 16;

export interface IssueSdJwtVcOptions {
  /** All claims, `vct` included. */
  readonly payload: JsonObject & { readonly vct: string };
  /** Selectively disclosable claims; names that the payload lacks are skipped. */
  readonly disclosureFrame?: JsonObject;
  readonly key: SigningKey;
  readonly random: Random;
  readonly known?: KnownKeys | undefined;
}

/**
 * Signs a credential: `<issuer JWT>~<disclosure>~...~`.
 * @throws ProtocolError `server_error` for a frame or a claim name that the checks of the configuration should have refused
 */
export async function issueSdJwtVc(options: IssueSdJwtVcOptions): Promise<string> {
  const { payload, disclosureFrame, random } = options;
  checkSignable(payload, disclosureFrame);
  const frame = disclosureFrame === undefined ? undefined : fitDisclosureFrame(disclosureFrame, payload);
  if (frame !== undefined && hasDecoys(frame)) return issueWithDecoys({ ...options, disclosureFrame: frame });
  if (frame === undefined) return signed(payload, [], options);
  const { claims, disclosures } = packClaims(payload, frame, () => random(SALT_BYTES).toString('base64url'));
  return signed({ ...claims, _sd_alg: 'sha-256' }, disclosures, options);
}

function checkSignable(payload: JsonObject, frame: JsonObject | undefined): void {
  const ofFrame = frame === undefined ? [] : checkDisclosureFrame(frame);
  const problems = [...checkClaimNames(payload), ...ofFrame];
  if (problems.length > 0) {
    throw new ProtocolError('server_error', 'The credential can not be made of these claims', {
      reason: 'credential_not_made',
      detail: `claims or disclosure frame refused at ${problems.map(({ pointer }) => pointer).join(', ')}`,
    });
  }
}

async function signed(
  payload: JsonObject,
  disclosures: readonly string[],
  { key, known }: Pick<IssueSdJwtVcOptions, 'key' | 'known'>,
): Promise<string> {
  const input = `${encodedHeader(key, known)}.${encodePart(payload)}`;
  const signature = await key.sign(Buffer.from(input, 'latin1'));
  return [`${input}.${signature.toString('base64url')}`, ...disclosures, ''].join('~');
}

function encodedHeader(key: SigningKey, known: KnownKeys | undefined): string {
  const header = known?.headers.get(key) ?? encodePart({ ...headerOf(key), alg: 'ES256' });
  known?.headers.set(key, header);
  return header;
}

function headerOf({ kid, x5c }: SigningKey): JsonObject {
  return { typ: 'dc+sd-jwt', kid, x5c: [...x5c] };
}

function encodePart(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Decoys are rare: the library, which makes them, is loaded at their first use. */
async function issueWithDecoys({ payload, disclosureFrame, key, random }: IssueSdJwtVcOptions): Promise<string> {
  const { SDJwtVcInstance } = await import('@sd-jwt/sd-jwt-vc');
  const issuer = new SDJwtVcInstance({
    signAlg: 'ES256',
    signer: async (input) => (await key.sign(Buffer.from(input, 'latin1'))).toString('base64url'),
    hashAlg: 'sha-256',
    hasher: (data) => sha256(bytesOf(data)),
    saltGenerator: () => random(SALT_BYTES).toString('base64url'),
  });
  // The library's frame type is derived from a payload type that is known here at run time only.
  return issuer.issue<JsonObject & { vct: string }>(payload, disclosureFrame as never, { header: headerOf(key) });
}

function bytesOf(data: string | ArrayBuffer): Buffer | string {
  return typeof data === 'string' ? data : Buffer.from(data);
}
