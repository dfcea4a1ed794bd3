/**
 * One presentation of an SD-JWT VC under one credential query (OpenID4VP 1.0, 8.6 and B.3; RFC 9901, 7.3).
 * In two steps: `readPresentation` compares and costs next to nothing, `verifyPresentation` checks signatures.
 */
import { X509Certificate } from 'node:crypto';
import { checkType, MAX_JWT_LENGTH, type ParsedJwt, parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { askedClaims } from './asked-claims.ts';
import { type CredentialSigner, checkIssuerName, signerOf } from './credential-signer.ts';
import { matchAuthorities, matchClaims, matchType } from './dcql-match.ts';
import type { CredentialQuery } from './dcql-query.ts';
import { anchorsFor, type TrustAnchor, withAnchors } from './issuer-trust.ts';
import { issuerError, keyBindingError } from './jwt-refusals.ts';
import { checkHolderSignature } from './key-binding.ts';
import { PresentationError } from './presentation-error.ts';
import { sha256Of } from './sd-jwt-disclosures.ts';
import type { ParsedSdJwt } from './sd-jwt-parse.ts';
import { type ParsedSdJwtVc, parseSdJwtVc, type VerifiedSdJwtVc, verifyIssuer } from './sd-jwt-verify.ts';
import { type StatusReference, statusReference } from './status-reference.ts';
import { CLOCK_SKEW, checkTimes, timeClaim } from './time-claims.ts';

/** What the request fixed, and whom we believe. */
export interface PresentationContext {
  /** The full client identifier with its prefix: the audience of every proof (14.10). */
  readonly clientId: string;
  readonly nonce: string;
  /** When the request was created, milliseconds: no proof for its nonce can be older. */
  readonly createdAt: number;
  /** Milliseconds. */
  readonly now: number;
  readonly anchors: readonly TrustAnchor[];
  /** Set: `iss` is not compared with the names of the certificate. */
  readonly issuerName?: 'any';
}

/** A presentation whose comparisons are right and whose signatures nobody has looked at. */
export interface ReadPresentation {
  readonly query: CredentialQuery;
  readonly parsed: ParsedSdJwtVc;
  /** The Key Binding JWT; undefined only where the query doesn't ask for one. */
  readonly keyBinding: ParsedJwt | undefined;
  /** CA certificates that may stand behind a credential of this type. */
  readonly anchors: readonly X509Certificate[];
}

export interface VerifiedPresentation {
  readonly queryId: string;
  /** The claims that were asked for and those that can't be hidden, without `status` and `cnf`. */
  readonly values: JsonObject;
  readonly signer: CredentialSigner;
  /** Payload of the Key Binding JWT, where there is one. */
  readonly keyBinding?: JsonObject;
  /** Still to be checked by the caller, who can fetch. */
  readonly status?: StatusReference;
}

/**
 * Everything that can be refused without a signature check.
 * @throws PresentationError
 */
export function readPresentation(
  presentation: string,
  query: CredentialQuery,
  context: PresentationContext,
): ReadPresentation {
  const parsed = issuerError(() => parseSdJwtVc(presentation));
  const { header, payload } = parsed.issuerJwt;
  // SD-JWT VC, 2.2.1; the older `vc+sd-jwt` is not taken any more
  issuerError(() => checkType(header, 'dc+sd-jwt'));
  // RFC 9901, 9.5: the query decides whether there must be a proof, never what arrived
  if (parsed.parts.keyBinding === undefined && query.requireHolderBinding) throw new PresentationError('kb_missing');
  const keyBinding = compareKeyBinding(parsed.parts, context);
  issuerError(() => checkTimes(payload, context.now));
  const type = matchType(query, payload);
  const vct = own(payload, 'vct');
  const anchors = anchorsFor(context.anchors, typeof vct === 'string' ? [vct, type] : []);
  return { query, parsed, keyBinding, anchors };
}

/**
 * Signatures, chain, disclosures and the query's claims. The status is left to the caller.
 * @throws PresentationError
 */
export function verifyPresentation(read: ReadPresentation, context: PresentationContext): VerifiedPresentation {
  const { query, parsed, keyBinding, anchors } = read;
  const verified = issuerError(() => verifyIssuer(parsed, { anchors }, context.now));
  const certificate = leafOf(verified);
  if (context.issuerName !== 'any') checkIssuerName(certificate, own(verified.claims, 'iss'));
  // What stands in the proof was compared before; a proof that nobody asked for is checked fully too.
  if (keyBinding !== undefined) keyBindingError(() => checkHolderSignature(keyBinding, verified.claims));
  const { header, payload } = parsed.issuerJwt;
  // reading the chain again costs more than a signature
  if (query.authorityKeyIds !== undefined) matchAuthorities(query, withAnchors(pathOf(header), anchors));
  const paths = matchClaims(query, verified.claims).map(({ path }) => path);
  const status = statusReference(verified.claims, certificate, anchors);
  return {
    queryId: query.id,
    values: askedClaims(payload, verified.disclosures, paths),
    signer: signerOf(certificate),
    ...(keyBinding === undefined ? {} : { keyBinding: keyBinding.payload }),
    ...(status === undefined ? {} : { status }),
  };
}

/** RFC 9901, 7.3 step 5: everything but the signature; undefined where there is no proof. */
function compareKeyBinding(
  { keyBinding, presented }: ParsedSdJwt,
  context: PresentationContext,
): ParsedJwt | undefined {
  if (keyBinding === undefined) return undefined;
  const parsed = keyBindingError(() => parseJwt(keyBinding, { maxLength: MAX_JWT_LENGTH }));
  const { header, payload } = parsed;
  keyBindingError(() => checkType(header, 'kb+jwt'));
  if (own(payload, 'nonce') !== context.nonce) throw new PresentationError('kb_nonce');
  // RFC 9901, 4.3: one text, not a list
  if (own(payload, 'aud') !== context.clientId) throw new PresentationError('kb_aud');
  if (own(payload, 'sd_hash') !== sha256Of(presented)) throw new PresentationError('kb_sd_hash');
  const iat = keyBindingError(() => timeClaim(payload, 'iat'));
  if (iat === undefined || iat < context.createdAt / 1000 - CLOCK_SKEW) throw new PresentationError('kb_iat');
  keyBindingError(() => checkTimes(payload, context.now));
  return parsed;
}

function leafOf({ certificate }: VerifiedSdJwtVc): X509Certificate {
  if (certificate === undefined) throw new PresentationError('issuer_trust', new JwtError('certificate_path'));
  return certificate;
}

/** The certificates of `x5c`, which verification has followed to an anchor. */
function pathOf(header: JsonObject): readonly X509Certificate[] {
  return ((own(header, 'x5c') ?? []) as readonly Json[]).map(
    (element) => new X509Certificate(Buffer.from(String(element), 'base64')),
  );
}
