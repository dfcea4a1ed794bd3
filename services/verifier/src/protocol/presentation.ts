/**
 * One presentation of an SD-JWT VC under one credential query (OpenID4VP 1.0, 8.6 and B.3; RFC 9901, 7.3).
 * In two steps: `readPresentation` compares and costs next to nothing, `verifyPresentation` checks signatures.
 */
import { X509Certificate } from 'node:crypto';
import type { ParsedJwt } from '@countersign/shared/crypto/jwt';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { askedClaims } from './asked-claims.ts';
import { type CredentialSigner, checkIssuerName, signerOf } from './credential-signer.ts';
import { matchAuthorities, matchClaims, matchType } from './dcql-match.ts';
import type { CredentialQuery } from './dcql-query.ts';
import { anchorsFor, type TrustAnchor, withAnchors } from './issuer-trust.ts';
import { issuerError } from './jwt-refusals.ts';
import { checkHolderSignature, compareKeyBinding, type KeyBindingContext } from './key-binding.ts';
import { PresentationError } from './presentation-error.ts';
import { type ParsedSdJwtVc, parseSdJwtVc, verifyIssuer } from './sd-jwt-verify.ts';
import { type StatusReference, statusReference } from './status-reference.ts';
import { checkTimes } from './time-claims.ts';

/** What the request fixed, and which issuers are trusted. */
export interface PresentationContext extends KeyBindingContext {
  readonly anchors: readonly TrustAnchor[];
  /** Set: `iss` is not compared with the names of the certificate. */
  readonly issuerName?: 'any';
}

/** A presentation whose comparisons are right and whose signatures are not verified yet. */
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
  const { payload } = parsed.issuerJwt;
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
  const { claims, disclosures, certificate } = issuerError(() => verifyIssuer(parsed, anchors, context.now));
  if (context.issuerName !== 'any') checkIssuerName(certificate, own(claims, 'iss'));
  // Its content was compared before. A proof that the query did not ask for is checked fully too.
  if (keyBinding !== undefined) checkHolderSignature(keyBinding, claims);
  const { header, payload } = parsed.issuerJwt;
  // reading the chain again costs more than a signature
  if (query.authorityKeyIds !== undefined) matchAuthorities(query, withAnchors(pathOf(header), anchors));
  const paths = matchClaims(query, claims).map(({ path }) => path);
  const status = statusReference(claims, certificate, anchors);
  return {
    queryId: query.id,
    values: askedClaims(payload, disclosures, paths),
    signer: signerOf(certificate),
    ...(keyBinding === undefined ? {} : { keyBinding: keyBinding.payload }),
    ...(status === undefined ? {} : { status }),
  };
}

/** The certificates of `x5c`, which verification has followed to an anchor. */
function pathOf(header: JsonObject): readonly X509Certificate[] {
  return ((own(header, 'x5c') ?? []) as readonly Json[]).map(
    (element) => new X509Certificate(Buffer.from(String(element), 'base64')),
  );
}
