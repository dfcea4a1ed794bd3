/** One presentation of an SD-JWT VC under one credential query (OpenID4VP 1.0, 8.6 and B.3; RFC 9901, 7.3). */
import type { X509Certificate } from 'node:crypto';
import type { ParsedJwt } from '@countersign/shared/crypto/jwt';
import { checkTimes } from '@countersign/shared/crypto/time-claims';
import { own } from '@countersign/shared/kernel/json';
import type { SdJwtVcQuery } from '../query/dcql-credential.ts';
import { matchAuthorities, matchClaims, matchType } from '../query/dcql-match.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { certificatesOf, formatFacts, refusedSignerFacts, signerFacts } from '../session/presentation-facts.ts';
import { reported } from '../session/reported-check.ts';
import { checkIssuerName, signerOf } from './credential-signer.ts';
import { namesAllowed } from './issuer-names.ts';
import { anchorsFor, withAnchors } from './issuer-trust.ts';
import { issuerError } from './jwt-refusals.ts';
import { checkHolderSignature, compareKeyBinding } from './key-binding.ts';
import type { PresentationContext, VerifiedPresentation } from './presentation-context.ts';
import { requestedClaims } from './requested-claims.ts';
import { type ParsedSdJwtVc, parseSdJwtVc, verifyIssuer } from './sd-jwt-verify.ts';
import { statusReference } from './status-reference.ts';

/** A presentation that passed the comparisons; its signatures are not verified yet. */
export interface ReadSdJwtVc {
  readonly format: 'dc+sd-jwt';
  readonly query: SdJwtVcQuery;
  readonly parsed: ParsedSdJwtVc;
  /** The Key Binding JWT; undefined only where the query doesn't ask for one. */
  readonly keyBinding: ParsedJwt | undefined;
  /** CA certificates under which a credential of this type may be issued. */
  readonly anchors: readonly X509Certificate[];
}

/**
 * Makes all checks that need no signature.
 * @throws PresentationError
 */
export function readSdJwtVc(presentation: string, query: SdJwtVcQuery, context: PresentationContext): ReadSdJwtVc {
  const { checked, now } = context;
  const parsed = reported(checked, 'parseSdJwtVc', () =>
    issuerError(
      () => parseSdJwtVc(presentation),
      () => formatFacts(presentation),
    ),
  );
  const { payload } = parsed.issuerJwt;
  // RFC 9901, 9.5: the request decides whether a proof is required, never the presentation
  const bound = context.boundNeedsProof === true && own(payload, 'cnf') !== undefined;
  const keyBinding = reported(checked, 'compareKeyBinding', () => {
    if (parsed.parts.keyBinding === undefined && (query.requireHolderBinding || bound)) {
      throw new PresentationError('kb_missing');
    }
    return compareKeyBinding(parsed.parts, context);
  });
  reported(checked, 'checkTimes', () => issuerError(() => checkTimes(payload, now)));
  const type = reported(checked, 'matchType', () => matchType(query, payload));
  const vct = own(payload, 'vct');
  const types = typeof vct === 'string' ? [vct, type] : [];
  const anchors = reported(checked, 'anchorsFor', () =>
    anchorsFor(context.anchors, types, () => signerFacts(parsed.issuerJwt, context.trustPlace?.())),
  );
  return { format: query.format, query, parsed, keyBinding, anchors };
}

/**
 * Verifies signatures, chain, disclosures and the query's claims. The caller checks the status.
 * @throws PresentationError
 */
export function verifySdJwtVc(read: ReadSdJwtVc, context: PresentationContext): VerifiedPresentation {
  const { query, parsed, keyBinding, anchors } = read;
  const { checked } = context;
  const { claims, disclosures, certificate } = issuerError(
    () => verifyIssuer(parsed, anchors, context),
    (reason) => refusedSignerFacts(reason, parsed.issuerJwt, context.trustPlace?.()),
  );
  const { header, payload } = parsed.issuerJwt;
  const chainOf = () => certificatesOf(own(header, 'x5c'));
  const isBound = reported(checked, 'checkIssuerName', () =>
    checkIssuerName(certificate, own(claims, 'iss'), namesAllowed(chainOf, anchors, context)),
  );
  // `readSdJwtVc` has compared its content. A proof that the query does not require is verified as well.
  if (keyBinding !== undefined) {
    reported(checked, 'checkHolderSignature', () => checkHolderSignature(keyBinding, claims, context.known));
  }
  if (query.authorityKeyIds !== undefined) {
    reported(checked, 'matchAuthorities', () => matchAuthorities(query, withAnchors(chainOf(), anchors)));
  }
  const paths = reported(checked, 'matchClaims', () => matchClaims(query, claims)).map(({ path }) => path);
  const status = reported(checked, 'statusReference', () => statusReference(claims, certificate, anchors));
  return {
    queryId: query.id,
    values: requestedClaims(payload, disclosures, paths),
    signer: signerOf(certificate),
    ...(isBound ? {} : { issuerBound: false as const }),
    ...(keyBinding === undefined ? {} : { keyBinding: keyBinding.payload }),
    statuses: status === undefined ? [] : [status],
  };
}
