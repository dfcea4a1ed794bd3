/**
 * The checks of one presented SD-JWT VC, in their order (OpenID4VP 1.0, 8.6 and B.3; RFC 9901, 7.3): the first one that refuses
 * decides the reason.
 *
 * | column | checks |
 * |---|---|
 * | `read` | those that need no signature |
 * | `verify` | those that need the verified claims; the caller checks the status |
 */
import type { X509Certificate } from 'node:crypto';
import type { ParsedJwt } from '@countersign/shared/crypto/jwt';
import { checkTimes } from '@countersign/shared/crypto/time-claims';
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import { own } from '@countersign/shared/kernel/json';
import type { SdJwtVcQuery } from '../query/dcql-credential.ts';
import { matchAuthorities, matchClaims, matchType } from '../query/dcql-match.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { certificatesOf, formatFacts, signerFacts } from '../session/presentation-facts.ts';
import { checkIssuerName } from './credential-signer.ts';
import { namesAllowed } from './issuer-names.ts';
import { anchorsFor, withAnchors } from './issuer-trust.ts';
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
  /** The type by which the credential answers the query. */
  readonly type: string;
}

interface Verified extends Reporting, VerifiedSdJwtVc {
  readonly query: SdJwtVcQuery;
  readonly context: PresentationContext;
  readonly parsed: ParsedSdJwtVc;
  readonly keyBinding: ParsedJwt | undefined;
  /** CA certificates under which a credential of this type may be issued. */
  readonly anchors: readonly X509Certificate[];
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
  checkTimes: ({ parsed, context }: Parsed) => issuerError(() => checkTimes(parsed.issuerJwt.payload, context.now)),
  matchType: ({ parsed, query }: Parsed) => ({ type: matchType(query, parsed.issuerJwt.payload) }),
  anchorsFor: ({ parsed: { issuerJwt }, type, context }: Typed) => {
    const vct = own(issuerJwt.payload, 'vct');
    const types = typeof vct === 'string' ? [vct, type] : [];
    const facts = () => signerFacts(issuerJwt, context.trustPlace?.());
    return { anchors: anchorsFor(context.anchors, types, facts) };
  },
  checkIssuerName: ({ parsed, certificate, claims, anchors, context }: Verified) => {
    const names = namesAllowed(() => chainOf(parsed), anchors, context);
    return { isBound: checkIssuerName(certificate, own(claims, 'iss'), names) };
  },
  // `compareKeyBinding` has compared its content. A proof that the query does not require is verified as well.
  checkHolderSignature: ({ keyBinding, claims, context }: Verified) =>
    keyBinding !== undefined && checkHolderSignature(keyBinding, claims, context.known),
  matchAuthorities: ({ query, parsed, anchors }: Verified) =>
    query.authorityKeyIds !== undefined && matchAuthorities(query, withAnchors(chainOf(parsed), anchors)),
  matchClaims: ({ query, claims }: Verified) => ({ paths: matchClaims(query, claims).map(({ path }) => path) }),
  statusReference: ({ claims, certificate, anchors }: Verified) => ({
    status: statusReference(claims, certificate, anchors),
  }),
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

function chainOf({ issuerJwt }: ParsedSdJwtVc): readonly X509Certificate[] {
  return certificatesOf(own(issuerJwt.header, 'x5c'));
}
