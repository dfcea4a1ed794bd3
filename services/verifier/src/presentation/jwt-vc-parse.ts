/**
 * Reads a W3C credential as a JWT, without a proof or in a presentation that its holder signed (VCDM 1.1, 6.3.1; OpenID4VP 1.0,
 * B.1.3.1). Pure; verifies nothing.
 */

import { checkType, MAX_JWT_LENGTH, type ParsedJwt, parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { timeClaim } from '@countersign/shared/crypto/time-claims';
import { checkThumbprint } from '@countersign/shared/crypto/x5c';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { PresentationError } from '../session/presentation-error.ts';
import { jwtVcFormatFacts } from '../session/presentation-facts.ts';
import { issuerError, keyBindingError } from './jwt-refusals.ts';
import { PARSING } from './sd-jwt-verify.ts';

/** The presentation has the credential in base64url once more, and the proof around it. */
const MAX_PRESENTATION_LENGTH = Math.ceil((PARSING.maxLength * 4) / 3) + MAX_JWT_LENGTH;

/** VCDM 1.1, 6.3.1: `typ`, if present, is JWT. */
const TYP = ['JWT', undefined] as const;

export interface ParsedJwtVc {
  /** The issuer's JWT. */
  readonly issuerJwt: ParsedJwt;
  /** The credential in its JSON form. */
  readonly credential: JsonObject;
  /** The JWT that the holder signed around the credential; undefined if the credential came without one. */
  readonly holderJwt: ParsedJwt | undefined;
}

/**
 * Parses a presentation.
 * @throws PresentationError
 */
export function parseJwtVc(presentation: string): ParsedJwtVc {
  const facts = () => jwtVcFormatFacts(presentation);
  const outer = issuerError(() => parseJwt(presentation, { ...PARSING, maxLength: MAX_PRESENTATION_LENGTH }), facts);
  const isPresentation = own(outer.payload, 'vp') !== undefined;
  if (isPresentation) keyBindingError(() => checkType(outer.header, TYP));
  const issuerJwt = isPresentation ? parseCredential(presentedIn(outer)) : outer;
  issuerError(() => checkType(issuerJwt.header, TYP));
  if (Object.hasOwn(issuerJwt.header, 'x5t#S256')) issuerError(() => checkThumbprint(issuerJwt.header));
  const credential = issuerError(() => decoded(issuerJwt.payload));
  return { issuerJwt, credential, holderJwt: isPresentation ? outer : undefined };
}

function parseCredential(token: string): ParsedJwt {
  return issuerError(() => parseJwt(token, PARSING));
}

/** OpenID4VP 1.0, 8.1: one credential in each presentation, so that it is clear which query it is for. */
function presentedIn({ payload }: ParsedJwt): string {
  const vp = own(payload, 'vp');
  const presentation = isObject(vp) ? vp : {};
  if (!textsOf(own(presentation, 'type')).includes('VerifiablePresentation')) throw unreadable('vp_type');
  const inside = own(presentation, 'verifiableCredential') ?? [];
  const [credential, ...others] = Array.isArray(inside) ? (inside as readonly Json[]) : [inside];
  if (typeof credential !== 'string' || others.length > 0) throw unreadable('one_credential');
  return credential;
}

/** The types of a credential. */
export function typesOf(credential: JsonObject): readonly string[] {
  return textsOf(own(credential, 'type'));
}

function textsOf(value: Json | undefined): readonly string[] {
  const values: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}

/**
 * VCDM 1.1, 6.3.1, "JWT Decoding": the registered claims take the place of members in `vc`.
 * @throws PresentationError `presentation_format`
 * @throws JwtError `claim` for a wrong time
 */
function decoded(payload: JsonObject): JsonObject {
  const vc = own(payload, 'vc');
  if (!isObject(vc) || !typesOf(vc).includes('VerifiableCredential')) throw unreadable('vc');
  const subject = own(vc, 'credentialSubject');
  if (!isObject(subject)) throw unreadable('vc.credentialSubject');
  const [iss, sub, jti] = ['iss', 'sub', 'jti'].map((name) => textIn(payload, name));
  return {
    ...vc,
    ...(jti === undefined ? {} : { id: jti }),
    ...(iss === undefined
      ? {}
      : { issuer: isObject(own(vc, 'issuer')) ? { ...(vc.issuer as JsonObject), id: iss } : iss }),
    ...dated(payload, 'nbf', 'issuanceDate'),
    ...dated(payload, 'exp', 'expirationDate'),
    credentialSubject: sub === undefined ? subject : { ...subject, id: sub },
  };
}

function dated(payload: JsonObject, claim: string, member: string): JsonObject {
  const seconds = timeClaim(payload, claim);
  if (seconds === undefined) return {};
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) throw new JwtError('claim', { facts: { claim } });
  return { [member]: date.toISOString().replace('.000Z', 'Z') };
}

function textIn(payload: JsonObject, claim: string): string | undefined {
  const value = own(payload, claim);
  if (value !== undefined && typeof value !== 'string') throw unreadable(claim);
  return value;
}

function unreadable(detail: string): PresentationError {
  return new PresentationError('presentation_format', { facts: { expected: 'jwt_vc_json', detail } });
}
