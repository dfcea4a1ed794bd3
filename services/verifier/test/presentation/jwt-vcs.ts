/** Handmade presentations of W3C credentials as JWTs: every part can be changed, and the signatures fit unless a key is changed. */
import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { PresentationContext } from '../../src/presentation/presentation-context.ts';
import type { JwtVcQuery } from '../../src/query/dcql-credential.ts';
import { parseDcqlQuery } from '../../src/query/dcql-query.ts';
import { anchor, CLIENT_ID, context, holder, holderJwk, issuer, jwtOf, NONCE, SECONDS } from './presentations.ts';

export const TYPE = 'DiplomaCredential';
export const jwtVcContext: PresentationContext = {
  ...context,
  anchors: [{ certificate: anchor, vcts: [TYPE], doctypes: [] }],
};

export const subject: JsonObject = { given_name: 'Ada', degree: { name: 'Mathematics', grade: 1 } };
export const vc: JsonObject = {
  '@context': ['https://www.w3.org/2018/credentials/v1'],
  type: ['VerifiableCredential', TYPE],
  credentialSubject: subject,
};

export interface JwtVcChange {
  readonly header?: object;
  readonly claims?: object;
  readonly vc?: object;
  readonly issuerKey?: KeyObject;
  readonly proofHeader?: object;
  readonly proof?: object;
  /** Replaces `vp.verifiableCredential`. */
  readonly inside?: (credential: string) => unknown;
  readonly holderKey?: KeyObject;
}

/** The credential, without a proof. */
export function jwtVcOf(change: JwtVcChange = {}): string {
  const claims = {
    iss: 'https://issuer.example',
    nbf: SECONDS - 3600,
    exp: SECONDS + 3600,
    cnf: { jwk: holderJwk },
    vc: { ...vc, ...change.vc },
    ...change.claims,
  };
  const header = { alg: 'ES256', typ: 'JWT', x5c: [...issuer.x5c], ...change.header };
  return jwtOf(header, claims, change.issuerKey ?? issuer.privateKey);
}

/** The credential in a JWT that the holder signed. */
export function jwtVpOf(change: JwtVcChange = {}): string {
  const credential = jwtVcOf(change);
  const verifiableCredential = change.inside === undefined ? [credential] : change.inside(credential);
  const vp = { '@context': vc['@context'], type: ['VerifiablePresentation'], verifiableCredential };
  const payload = { aud: CLIENT_ID, nonce: NONCE, iat: SECONDS, vp, ...change.proof };
  return jwtOf({ alg: 'ES256', typ: 'JWT', ...change.proofHeader }, payload, change.holderKey ?? holder.privateKey);
}

export function jwtVcQuery(change: JsonObject = {}): JwtVcQuery {
  const one = {
    id: 'diploma',
    format: 'jwt_vc_json',
    meta: { type_values: [[TYPE]] },
    claims: [{ path: ['credentialSubject', 'given_name'] }],
    ...change,
  };
  const parsed = parseDcqlQuery({ credentials: [one] });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.query.credentials[0] as JwtVcQuery;
}
