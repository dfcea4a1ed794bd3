/** Issuing of SD-JWT VC credentials (RFC 9901; SD-JWT VC; HAIP 1.0, 6.1.1). */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { sha256 } from '@countersign/shared/crypto/sha256';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Random } from '@countersign/shared/kernel/random';
import { checkClaimNames, checkDisclosureFrame, fitDisclosureFrame } from './disclosure-frame.ts';

/** RFC 9901, 9.3: at least 128 bits. */
const SALT_BYTES = 16;

export interface IssueSdJwtVcOptions {
  /** All claims, `vct` included. */
  readonly payload: JsonObject & { readonly vct: string };
  /** Selectively disclosable claims; names that the payload lacks are skipped. */
  readonly disclosureFrame?: JsonObject;
  readonly key: SigningKey;
  readonly random: Random;
}

/**
 * Signs a credential: `<issuer JWT>~<disclosure>~...~`.
 * @throws ProtocolError `server_error` for a frame or a claim name that the checks of the configuration should have refused
 */
export async function issueSdJwtVc(options: IssueSdJwtVcOptions): Promise<string> {
  const { payload, disclosureFrame, key, random } = options;
  const problems = [...checkClaimNames(payload), ...checkDisclosureFrame(disclosureFrame ?? {})];
  if (problems.length > 0) {
    throw new ProtocolError('server_error', 'The credential can not be made of these claims', {
      reason: 'credential_not_made',
      detail: `claims or disclosure frame refused at ${problems.map(({ pointer }) => pointer).join(', ')}`,
    });
  }
  const { SDJwtVcInstance } = await import('@sd-jwt/sd-jwt-vc');
  const issuer = new SDJwtVcInstance({
    signAlg: 'ES256',
    signer: async (input) => (await key.sign(Buffer.from(input, 'latin1'))).toString('base64url'),
    hashAlg: 'sha-256',
    hasher: (data) => sha256(bytesOf(data)),
    saltGenerator: () => random(SALT_BYTES).toString('base64url'),
  });
  const frame = disclosureFrame === undefined ? undefined : fitDisclosureFrame(disclosureFrame, payload);
  const header = { typ: 'dc+sd-jwt', kid: key.kid, x5c: [...key.x5c] };
  // The library's frame type is derived from a payload type that is known here at run time only.
  return issuer.issue<JsonObject & { vct: string }>(payload, frame as never, { header });
}

function bytesOf(data: string | ArrayBuffer): Buffer | string {
  return typeof data === 'string' ? data : Buffer.from(data);
}
