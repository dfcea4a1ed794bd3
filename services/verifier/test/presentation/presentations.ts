/**
 * Handmade presentations, valid or not: every part can be changed; signatures are correct unless an option changes
 * them.
 */
import assert from 'node:assert/strict';
import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { newReports } from '@countersign/shared/http/reports';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { KEY_NOT_BEFORE, makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import type { PresentationContext } from '../../src/presentation/presentation-context.ts';
import { type DcqlQuery, parseDcqlQuery } from '../../src/query/dcql-query.ts';
import { proofContext } from '../../src/session/proof-context.ts';

/** Milliseconds: the request was created a minute before. */
export const NOW = KEY_NOT_BEFORE + 86_400_000;
export const SECONDS = NOW / 1000;
export const CREATED_AT = NOW - 60_000;
export const CLIENT_ID = 'x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk';
export const NONCE = 'n-0S6_WzA2Mj';
export const RESPONSE_URI = 'https://verifier.example/oid4vp/response';
export const VCT = 'urn:eudi:pid:1';

export const issuer = await makeSigningKey();
export const anchor = new X509Certificate(issuer.anchor);
export const holder = generateKeyPair();
export const holderJwk: JsonObject = { ...publicJwkOf(holder.publicKey) };

export const context: PresentationContext = {
  ...proofContext({ clientId: CLIENT_ID, nonce: NONCE, responseUri: RESPONSE_URI }),
  reports: newReports(),
  createdAt: CREATED_AT,
  clockSkew: 60,
  now: NOW,
  anchors: [{ certificate: anchor, vcts: [VCT], doctypes: [] }],
};

/** base64url of a JSON value, or of a raw string. */
export function part(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** A JWT of any header and payload, signed with ECDSA and SHA-256 regardless of the header. */
export function jwtOf(header: unknown, payload: unknown, key: KeyObject): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** A disclosure of an object member or of an array element; the salt is the content's own. */
export function disclosure(...content: unknown[]): string {
  return part([`salt of ${JSON.stringify(content)}`, ...content]);
}

export const issuerHeader: JsonObject = { typ: 'dc+sd-jwt', alg: 'ES256', x5c: [...issuer.x5c] };
export const disclosures = [disclosure('given_name', 'Ada'), disclosure('family_name', 'L'), disclosure('age', 36)];
export const payload: JsonObject = {
  vct: VCT,
  iss: 'https://issuer.example',
  iat: SECONDS - 3600,
  exp: SECONDS + 3600,
  cnf: { jwk: holderJwk },
  _sd_alg: 'sha-256',
  _sd: disclosures.map(hash),
};

export interface PresentationChange {
  readonly header?: unknown;
  /** Members to add to the payload, or the whole payload as a string. */
  readonly payload?: object | string;
  readonly issuerKey?: KeyObject;
  readonly disclosures?: readonly string[];
  readonly keyBinding?: object;
  readonly keyBindingHeader?: unknown;
  readonly holderKey?: KeyObject;
  /** Changes the text before the proof covers it. */
  readonly before?: (credential: string) => string;
  /** Changes the finished text. */
  readonly after?: (presentation: string) => string;
}

/** The credential with its disclosures, without a proof. */
export function credentialOf(made: PresentationChange = {}): string {
  const content = typeof made.payload === 'string' ? made.payload : { ...payload, ...made.payload };
  const jwt = jwtOf(made.header ?? issuerHeader, content, made.issuerKey ?? issuer.privateKey);
  const credential = [jwt, ...(made.disclosures ?? disclosures), ''].join('~');
  return made.before === undefined ? credential : made.before(credential);
}

/** The credential with a proof of the holder. */
export function presentationOf(made: PresentationChange = {}): string {
  const credential = credentialOf(made);
  const good = { iat: SECONDS, aud: CLIENT_ID, nonce: NONCE, sd_hash: hash(credential) };
  const header = made.keyBindingHeader ?? { typ: 'kb+jwt', alg: 'ES256' };
  const proof = jwtOf(header, { ...good, ...made.keyBinding }, made.holderKey ?? holder.privateKey);
  return made.after === undefined ? credential + proof : made.after(credential + proof);
}

/** A query of one credential `pid`. */
export function queryOf(change: JsonObject = {}, more: JsonObject = {}): DcqlQuery {
  const claims: Json = [{ path: ['given_name'] }];
  const pid = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [VCT] }, claims, ...change };
  const parsed = parseDcqlQuery({ credentials: [pid], ...more });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.query;
}
