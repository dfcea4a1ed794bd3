/** One presentation of an SD-JWT VC under one credential query, in two steps: comparisons, then signatures. */
import type { ParsedJwt } from '@countersign/shared/crypto/jwt';
import { own } from '@countersign/shared/kernel/json';
import type { SdJwtVcQuery } from '../query/dcql-credential.ts';
import { refusedSignerFacts } from '../session/presentation-facts.ts';
import { signerOf } from './credential-signer.ts';
import { followedFrom, type IssuerTrust } from './jwt-issuer.ts';
import { issuerError } from './jwt-refusals.ts';
import type { PresentationContext, VerifiedPresentation } from './presentation-context.ts';
import { requestedClaims } from './requested-claims.ts';
import { sdJwtChecks } from './sd-jwt-checks.ts';
import { type ParsedSdJwtVc, verifyIssuer } from './sd-jwt-verify.ts';

/** A presentation that passed the comparisons; its signatures are not verified yet. */
export interface ReadSdJwtVc extends IssuerTrust {
  readonly format: 'dc+sd-jwt';
  readonly query: SdJwtVcQuery;
  readonly parsed: ParsedSdJwtVc;
  /** The Key Binding JWT; undefined only if the query doesn't require one. */
  readonly keyBinding: ParsedJwt | undefined;
}

/**
 * Makes all checks that need no signature.
 * @throws PresentationError
 */
export function readSdJwtVc(presentation: string, query: SdJwtVcQuery, context: PresentationContext): ReadSdJwtVc {
  const { reports } = context;
  const { parsed, keyBinding, anchors, listed } = sdJwtChecks.runNow('read', { presentation, query, context, reports });
  return { format: query.format, query, parsed, keyBinding, anchors, listed };
}

/**
 * Verifies signatures, chain, disclosures and the query's claims. The caller checks the status.
 * @throws PresentationError
 */
export function verifySdJwtVc(read: ReadSdJwtVc, context: PresentationContext): VerifiedPresentation {
  const { query, parsed, keyBinding, anchors, listed } = read;
  const { reports } = context;
  const { claims, disclosures, certificate } = issuerError(
    () => verifyIssuer(parsed, anchors, context),
    (reason) => refusedSignerFacts(reason, parsed.issuerJwt, context.trustPlace?.()),
  );
  const found = sdJwtChecks.runNow('verify', {
    claims,
    disclosures,
    certificate,
    query,
    parsed,
    keyBinding,
    anchors,
    listed,
    context,
    reports,
  });
  const exp = own(claims, 'exp');
  return {
    queryId: query.id,
    values: requestedClaims(parsed.issuerJwt.payload, disclosures, found.paths),
    signer: signerOf(certificate, found.listedBy),
    ...(found.isBound ? {} : { issuerBound: false as const }),
    ...(keyBinding === undefined ? {} : { keyBinding: keyBinding.payload }),
    ...(keyBinding === undefined || typeof exp !== 'number' ? {} : { expiresAt: exp * 1000 }),
    statuses: found.status === undefined ? [] : [found.status],
    ...(context.wantsChains === true ? { chain: followedFrom(read, context) } : {}),
  };
}
