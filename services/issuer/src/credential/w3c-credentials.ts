/** The W3C credentials as JWTs of one request (OpenID4VCI 1.0, A.1.1; VCDM 1.1, 6.3.1). */
import { signJwtWith } from '@countersign/shared/crypto/jwt';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Random } from '@countersign/shared/kernel/random';
import type { Platform } from '@countersign/shared/runtime/service';
import { credentialEnd, issuedAt } from '../configuration/credential-payload.ts';
import type { W3cConfiguration } from '../configuration/w3c-configuration.ts';
import { jwtSigner } from './jwt-signer.ts';
import { type CredentialsToSign, paired, type SignableCredentials, type StatusPlace } from './signable-credentials.ts';

/** VCDM 1.1, 4.1: the first context. The format reads no others. */
const CONTEXT = 'https://www.w3.org/2018/credentials/v1';

/** Their end, and how they are signed. */
export function w3cCredentials(
  platform: Platform,
  configuration: W3cConfiguration,
  { tenant, claims, keys, notes, ...times }: CredentialsToSign,
): SignableCredentials {
  const issuer = credentialIssuer(platform.settings.PUBLIC_URL, tenant);
  const exp = credentialEnd(times);
  const same = {
    issuer,
    nbf: issuedAt(times.now),
    ...(exp === undefined ? {} : { exp }),
    credential: { '@context': [CONTEXT], type: configuration.types, ...claims },
  };
  return {
    ...(exp === undefined ? {} : { exp }),
    sign: async (places) => {
      const each = paired(keys, places);
      const payloads = each.map((own) => w3cPayload({ ...same, ...own, random: platform.random }));
      const key = await jwtSigner(platform, { tenant, configuration, notes }, payloads);
      const header = { typ: 'JWT', kid: key.kid, x5c: [...key.x5c] };
      return Promise.all(payloads.map((payload) => signJwtWith(key, { header, payload })));
    },
  };
}

interface W3cPayload {
  readonly issuer: string;
  /** Seconds, whole hours. */
  readonly nbf: number;
  readonly exp?: number;
  /** The credential in its JSON form, without the members that registered claims stand for. */
  readonly credential: JsonObject;
  readonly key: PublicJwk;
  readonly status: StatusPlace;
  readonly random: Random;
}

/**
 * The registered claims stand for the credential's `issuer`, `issuanceDate`, `expirationDate`, `id` and the subject's
 * `id`. The holder's key is in both places in which verifiers look for it. Nothing else differs within a batch.
 */
function w3cPayload({ issuer, nbf, exp, credential, key, status, random }: W3cPayload): JsonObject {
  return {
    iss: issuer,
    nbf,
    ...(exp === undefined ? {} : { exp }),
    jti: `urn:uuid:${uuid(random)}`,
    sub: `did:jwk:${Buffer.from(JSON.stringify(key)).toString('base64url')}`,
    cnf: { jwk: { ...key } },
    ...(status === undefined ? {} : { status: { status_list: { idx: status.idx, uri: status.uri } } }),
    vc: credential,
  };
}

/** RFC 9562, 5.4: version 4. */
function uuid(random: Random): string {
  const bytes = random(16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
