/** One presentation of a W3C credential as a JWT under one credential query: comparisons, then signatures. */
import { own } from '@countersign/shared/kernel/json';
import type { JwtVcQuery } from '../query/dcql-credential.ts';
import { signerOf } from './credential-signer.ts';
import { followedFrom, type IssuerTrust } from './jwt-issuer.ts';
import { jwtVcChecks } from './jwt-vc-checks.ts';
import type { ParsedJwtVc } from './jwt-vc-parse.ts';
import { pickClaims } from './pick-claims.ts';
import type { PresentationContext, VerifiedPresentation } from './presentation-context.ts';

/** A presentation that passed the comparisons; its signatures are not verified yet. */
export interface ReadJwtVc extends IssuerTrust {
  readonly format: 'jwt_vc_json';
  readonly query: JwtVcQuery;
  readonly parsed: ParsedJwtVc;
}

/**
 * Makes all checks that need no signature.
 * @throws PresentationError
 */
export function readJwtVc(presentation: string, query: JwtVcQuery, context: PresentationContext): ReadJwtVc {
  const { reports } = context;
  const { parsed, anchors, listed } = jwtVcChecks.runNow('read', { presentation, query, context, reports });
  return { format: query.format, query, parsed, anchors, listed };
}

/**
 * Verifies signatures, chain and the query's claims. The caller checks the status.
 * @throws PresentationError
 */
export function verifyJwtVc(read: ReadJwtVc, context: PresentationContext): VerifiedPresentation {
  const { query, parsed, anchors, listed } = read;
  const { reports } = context;
  const found = jwtVcChecks.runNow('verify', { query, parsed, anchors, listed, context, reports });
  const { holderJwt, issuerJwt, credential } = parsed;
  const exp = own(issuerJwt.payload, 'exp');
  return {
    queryId: query.id,
    values: pickClaims(credential, found.paths),
    signer: signerOf(found.certificate, found.listedBy),
    ...(found.isBound ? {} : { issuerBound: false as const }),
    ...(holderJwt === undefined ? {} : { keyBinding: holderJwt.payload }),
    ...(holderJwt === undefined || typeof exp !== 'number' ? {} : { expiresAt: exp * 1000 }),
    statuses: found.status === undefined ? [] : [found.status],
    ...(context.wantsChains === true ? { chain: followedFrom(read, context) } : {}),
  };
}
