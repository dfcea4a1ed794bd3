/** What the formats have in common whose issuer signs a JWT with `x5c`: SD-JWT VC, and the W3C credential. */
import type { X509Certificate } from 'node:crypto';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import type { ParsedJwt } from '@countersign/shared/crypto/jwt';
import { type Json, own } from '@countersign/shared/kernel/json';
import type { ListedBy, TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import type { QueryOfAnyFormat } from '../query/dcql-credential.ts';
import { certificatesOf, signerFacts } from '../session/presentation-facts.ts';
import { checkIssuerName } from './credential-signer.ts';
import { decidingEntry, type SignedBy } from './deciding-entry.ts';
import { namesAllowed } from './issuer-names.ts';
import { anchorsFor, type FollowedChain, followedChain } from './issuer-trust.ts';
import type { PresentationContext } from './presentation-context.ts';

export interface OfIssuer {
  /** The issuer's JWT. */
  readonly issuerJwt: ParsedJwt;
}

/** Whom the tenant trusts to issue a credential. */
export interface IssuerTrust {
  /** CA certificates trusted to issue credentials of this type. */
  readonly anchors: readonly X509Certificate[];
  /** Anchors that come from trust lists. */
  readonly listed: readonly TrustAnchor[];
}

/** Certificates in the header, leaf first. @throws if one can't be read */
export function chainOf({ issuerJwt }: OfIssuer): readonly X509Certificate[] {
  return certificatesOf(own(issuerJwt.header, 'x5c'));
}

/**
 * The anchors that may have issued a credential.
 * @param types that each anchor must allow
 * @param issuedAt seconds
 * @throws PresentationError `issuer_trust` if there is none
 */
export function trustFor(
  { issuerJwt }: OfIssuer,
  { types, issuedAt }: { readonly types: readonly string[]; readonly issuedAt: Json | undefined },
  context: PresentationContext,
): IssuerTrust {
  const listed = context.listed?.({
    key: JSON.stringify(own(issuerJwt.header, 'x5c')),
    chain: () => chainOf({ issuerJwt }),
    format: 'dc+sd-jwt',
    types,
    issuedAt: typeof issuedAt === 'number' ? issuedAt * 1000 : undefined,
  });
  const facts = () => signerFacts(issuerJwt, context.trustPlace?.());
  return { listed: listed ?? [], anchors: anchorsFor([...context.anchors, ...(listed ?? [])], types, facts) };
}

interface Signed extends IssuerTrust {
  readonly query: Pick<QueryOfAnyFormat, 'id'>;
  readonly parsed: OfIssuer;
  /** The issuer's certificate. */
  readonly certificate: X509Certificate;
}

/** What the credential says of itself. */
interface Stated extends Pick<SignedBy, 'category' | 'countries'> {
  readonly issuer: Json | undefined;
}

/**
 * Checks the issuer's name, and finds the trust list entry that decides.
 * @returns `isBound`: false if nothing binds the name to the certificate
 * @throws PresentationError `issuer_name`, and those of `decidingEntry`
 */
export function checkIssuer(
  { query, parsed, certificate, anchors, listed }: Signed,
  { issuer, category, countries }: Stated,
  context: PresentationContext,
): { readonly isBound: boolean; readonly listedBy: ListedBy | undefined } {
  const isBound = checkIssuerName(
    certificate,
    issuer,
    namesAllowed(() => chainOf(parsed), anchors, context),
  );
  // Most credentials are not listed: then the chain is not followed again.
  if (listed.length === 0) return { isBound, listedBy: undefined };
  const chain = () => chainOf(parsed).map(({ raw }) => raw);
  const signedBy = { credential: query.id, chain, signed: 'credential', category, countries, anchors } as const;
  return { isBound, listedBy: decidingEntry(listed, signedBy, context) };
}

/** The certificates to check for revocation. */
export function followedFrom(
  { parsed, anchors }: Pick<Signed, 'parsed' | 'anchors'>,
  context: PresentationContext,
): FollowedChain | undefined {
  const sent = chainOf(parsed).map(({ raw }) => raw);
  const path = verifiedCertificates(sent, anchors, context.now, 'credential', context.known);
  return followedChain(path, anchors, context.anchors);
}
