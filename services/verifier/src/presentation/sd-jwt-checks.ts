/**
 * The checks of one presented SD-JWT VC, in their order (OpenID4VP 1.0, 8.6 and B.3; RFC 9901, 7.3): the first one to
 * fail decides the reason.
 *
 * | column | checks |
 * |---|---|
 * | `read` | checks that need no signature |
 * | `verify` | checks that need the verified claims; the caller checks the status |
 */
import type { ParsedJwt } from '@countersign/shared/crypto/jwt';
import { checkTimes } from '@countersign/shared/crypto/time-claims';
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import { own } from '@countersign/shared/kernel/json';
import type { ListedBy } from '@countersign/shared/trust/trust-anchor';
import type { SdJwtVcQuery } from '../query/dcql-credential.ts';
import { matchAuthorities, matchClaims, matchType } from '../query/dcql-match.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { formatFacts } from '../session/presentation-facts.ts';
import { countriesIn } from './claimed-countries.ts';
import { withAnchors } from './issuer-trust.ts';
import { chainOf, checkIssuer, type IssuerTrust, trustFor } from './jwt-issuer.ts';
import { issuerError } from './jwt-refusals.ts';
import { checkHolderSignature, compareKeyBinding } from './key-binding.ts';
import type { PresentationContext } from './presentation-context.ts';
import { type ParsedSdJwtVc, parseSdJwtVc, type VerifiedSdJwtVc } from './sd-jwt-verify.ts';
import { statusReference } from './status-reference.ts';

interface Presented extends Reporting {
  readonly presentation: string;
  readonly query: SdJwtVcQuery;
  readonly context: PresentationContext;
}

interface Parsed extends Presented {
  readonly parsed: ParsedSdJwtVc;
}

interface Typed extends Parsed {
  /** The credential's type that matched the query. */
  readonly type: string;
}

interface Verified extends Reporting, VerifiedSdJwtVc, IssuerTrust {
  readonly query: SdJwtVcQuery;
  readonly context: PresentationContext;
  readonly parsed: ParsedSdJwtVc;
  readonly keyBinding: ParsedJwt | undefined;
}

/** A list entry decides if it verified the chain. */
interface Decided extends Verified {
  readonly listedBy: ListedBy | undefined;
}

const check = {
  parseSdJwtVc: ({ presentation }: Presented) => {
    const facts = () => formatFacts(presentation);
    return { parsed: issuerError(() => parseSdJwtVc(presentation), facts) };
  },
  compareKeyBinding: ({ parsed: { parts, issuerJwt }, query, context }: Parsed) => {
    // RFC 9901, 9.5: the request decides whether a proof is required, never the presentation
    const bound = context.boundNeedsProof === true && own(issuerJwt.payload, 'cnf') !== undefined;
    if (parts.keyBinding === undefined && (query.requireHolderBinding || bound)) {
      throw new PresentationError('kb_missing');
    }
    return { keyBinding: compareKeyBinding(parts, context) };
  },
  checkTimes: ({ parsed, context }: Parsed) =>
    issuerError(() => checkTimes(parsed.issuerJwt.payload, context.now, context.clockSkew)),
  matchType: ({ parsed, query }: Parsed) => ({ type: matchType(query, parsed.issuerJwt.payload) }),
  anchorsFor: ({ parsed, type, context }: Typed) => {
    const { payload } = parsed.issuerJwt;
    const vct = own(payload, 'vct');
    const types = typeof vct === 'string' ? [vct, type] : [];
    return trustFor(parsed, { types, issuedAt: own(payload, 'iat') }, context);
  },
  checkIssuerName: (signed: Verified) => {
    const { claims } = signed;
    const countries = () => countriesIn(claims);
    const stated = { issuer: own(claims, 'iss'), category: own(claims, 'category'), countries };
    return checkIssuer(signed, stated, signed.context);
  },
  // `compareKeyBinding` has compared its content. A proof that the query does not require is verified as well.
  checkHolderSignature: ({ keyBinding, claims, context }: Verified) =>
    keyBinding !== undefined && checkHolderSignature(keyBinding, claims, context.known),
  matchAuthorities: ({ query, parsed, anchors, listedBy }: Decided) =>
    (query.authorityKeyIds ?? query.authorityLists) !== undefined &&
    matchAuthorities(query, withAnchors(chainOf(parsed), anchors), listedBy?.url),
  matchClaims: ({ query, claims }: Verified) => ({ paths: matchClaims(query, claims).map(({ path }) => path) }),
  statusReference: (signed: Decided) => ({ status: statusReference(signed.claims, signed) }),
};

export const sdJwtChecks = checkTable<{ readonly read: Presented; readonly verify: Verified }>()
  .row(check.parseSdJwtVc, 'read')
  .row(check.compareKeyBinding, 'read')
  .row(check.checkTimes, 'read')
  .row(check.matchType, 'read')
  .row(check.anchorsFor, 'read')
  .row(check.checkIssuerName, 'verify')
  .row(check.checkHolderSignature, 'verify')
  .row(check.matchAuthorities, 'verify')
  .row(check.matchClaims, 'verify')
  .row(check.statusReference, 'verify');
