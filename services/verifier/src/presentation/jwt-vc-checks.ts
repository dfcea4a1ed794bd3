/**
 * The checks of one presented W3C credential as a JWT, in their order (OpenID4VP 1.0, 8.6 and B.1): the first one to
 * fail decides the reason.
 *
 * | column | checks |
 * |---|---|
 * | `read` | checks that need no signature |
 * | `verify` | signatures, and checks that need them; the caller checks the status |
 */
import type { X509Certificate } from 'node:crypto';
import { checkSignature } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { checkTimes } from '@countersign/shared/crypto/time-claims';
import { verifyCertificatePath } from '@countersign/shared/crypto/x5c';
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import type { ListedBy } from '@countersign/shared/trust/trust-anchor';
import type { JwtVcQuery } from '../query/dcql-credential.ts';
import { matchAuthorities, matchJsonClaims } from '../query/dcql-match.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { refusedSignerFacts } from '../session/presentation-facts.ts';
import { checkProof, compareProof, isBound } from './holder-proof.ts';
import { withAnchors } from './issuer-trust.ts';
import { chainOf, checkIssuer, type IssuerTrust, trustFor } from './jwt-issuer.ts';
import { issuerError } from './jwt-refusals.ts';
import { type ParsedJwtVc, parseJwtVc, typesOf } from './jwt-vc-parse.ts';
import type { PresentationContext } from './presentation-context.ts';
import { statusReference } from './status-reference.ts';

interface Presented extends Reporting {
  readonly presentation: string;
  readonly query: JwtVcQuery;
  readonly context: PresentationContext;
}

interface Parsed extends Presented {
  readonly parsed: ParsedJwtVc;
}

/** The columns meet here: what reading found. */
interface Read extends Reporting, IssuerTrust {
  readonly query: JwtVcQuery;
  readonly context: PresentationContext;
  readonly parsed: ParsedJwtVc;
}

interface Signed extends Read {
  /** The issuer's certificate. */
  readonly certificate: X509Certificate;
}

interface Decided extends Signed {
  readonly listedBy: ListedBy | undefined;
}

const check = {
  parseJwtVc: ({ presentation }: Presented) => ({ parsed: parseJwtVc(presentation) }),
  compareProof: ({ parsed: { holderJwt, issuerJwt }, query, context }: Parsed) => {
    const needed = query.requireHolderBinding || (context.boundNeedsProof === true && isBound(issuerJwt.payload));
    if (holderJwt === undefined && needed) throw new PresentationError('kb_missing');
    if (holderJwt !== undefined) compareProof(holderJwt, context);
  },
  checkValidity: ({ parsed: { issuerJwt, credential }, context }: Parsed) =>
    issuerError(() => {
      checkTimes(issuerJwt.payload, context.now, context.clockSkew);
      checkDates(credential, context);
    }),
  matchTypes: ({ parsed: { credential }, query: { typeValues } }: Parsed) => {
    const types = typesOf(credential);
    if (typeValues.some((set) => set.every((type) => types.includes(type)))) return;
    const expectedAny = typeValues.map((set) => set.join(' '));
    throw new PresentationError('type', { facts: { claim: 'type', expectedAny, ...receivedFact(types.join(' ')) } });
  },
  anchorsFor: ({ parsed, context }: Parsed) => {
    // Every credential has the general type, so no limit needs to list it.
    const types = typesOf(parsed.credential).filter((type) => type !== 'VerifiableCredential');
    const { payload } = parsed.issuerJwt;
    return trustFor(parsed, { types, issuedAt: own(payload, 'iat') ?? own(payload, 'nbf') }, context);
  },
  checkIssuerSignature: ({ parsed: { issuerJwt }, anchors, context: { now, known, trustPlace } }: Read) =>
    issuerError(
      () => {
        const x5c = own(issuerJwt.header, 'x5c');
        const certificate = verifyCertificatePath(x5c, anchors, now, 'credential', known);
        checkSignature(issuerJwt, certificate.publicKey);
        return { certificate };
      },
      (reason) => refusedSignerFacts(reason, issuerJwt, trustPlace?.()),
    ),
  checkIssuerName: (signed: Signed) => {
    const stated = { issuer: issuerOf(signed.parsed.credential), category: undefined, countries: () => [] };
    return checkIssuer(signed, stated, signed.context);
  },
  // `compareProof` has compared its content. A proof that the query does not require is verified as well.
  checkProof: ({ parsed: { holderJwt, issuerJwt }, context }: Signed) =>
    holderJwt !== undefined && checkProof(holderJwt, issuerJwt.payload, context.known),
  matchAuthorities: ({ query, parsed, anchors, listedBy }: Decided) =>
    (query.authorityKeyIds ?? query.authorityLists) !== undefined &&
    matchAuthorities(query, withAnchors(chainOf(parsed), anchors), listedBy?.url),
  matchClaims: ({ query, parsed: { credential } }: Signed) => ({
    paths: matchJsonClaims(query, credential).map(({ path }) => path),
  }),
  statusReference: (signed: Decided) => {
    const { issuerJwt, credential } = signed.parsed;
    // A kind of status that isn't looked up must not count as valid.
    if (own(issuerJwt.payload, 'status') === undefined && own(credential, 'credentialStatus') !== undefined) {
      throw new PresentationError('status_unavailable', { facts: { detail: 'no_status_list' } });
    }
    return { status: statusReference(issuerJwt.payload, signed) };
  },
};

export const jwtVcChecks = checkTable<{ readonly read: Presented; readonly verify: Read }>()
  .row(check.parseJwtVc, 'read')
  .row(check.compareProof, 'read')
  .row(check.checkValidity, 'read')
  .row(check.matchTypes, 'read')
  .row(check.anchorsFor, 'read')
  .row(check.checkIssuerSignature, 'verify')
  .row(check.checkIssuerName, 'verify')
  .row(check.checkProof, 'verify')
  .row(check.matchAuthorities, 'verify')
  .row(check.matchClaims, 'verify')
  .row(check.statusReference, 'verify');

/** The issuer's identifier, which is text or the member `id`. */
function issuerOf(credential: JsonObject): Json | undefined {
  const issuer = own(credential, 'issuer');
  return isObject(issuer) ? own(issuer, 'id') : issuer;
}

/** VCDM 1.1, 4.6, and the same members of 2.0: also without the registered claims. */
function checkDates(credential: JsonObject, { now, clockSkew }: PresentationContext): void {
  for (const claim of ['issuanceDate', 'validFrom']) {
    const from = dateIn(credential, claim);
    if (from !== undefined && from > now + clockSkew * 1000) throw new JwtError('not_yet_valid', { facts: { claim } });
  }
  for (const claim of ['expirationDate', 'validUntil']) {
    const until = dateIn(credential, claim);
    if (until !== undefined && until <= now) {
      throw new JwtError('expired', { facts: { claim, expiredSeconds: Math.round((now - until) / 1000) } });
    }
  }
}

function dateIn(credential: JsonObject, claim: string): number | undefined {
  const value = own(credential, claim);
  if (value === undefined) return undefined;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new JwtError('claim', { facts: { claim } });
  return time;
}
