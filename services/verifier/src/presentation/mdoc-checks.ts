/**
 * The checks of one presented mdoc, in their order (OpenID4VP 1.0, 8.6 and B.2; ISO/IEC 18013-5, 9.1 and 9.3): the
 * first one to fail decides the reason.
 *
 * | column | checks |
 * |---|---|
 * | `read` | checks that need no signature |
 * | `verify` | times, chain, both signatures and the elements; the caller checks the status |
 */
import { X509Certificate } from 'node:crypto';
import { CATEGORY_NAMESPACE } from '@countersign/european-trust/lists/public-body-statement';
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { ListedBy, TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import { type PresentedDocument, readDeviceResponse } from '../mdoc/device-response.ts';
import { MdocError } from '../mdoc/mdoc-error.ts';
import { readValidity } from '../mdoc/validity-info.ts';
import { verifyDeviceAuth, verifyIssuerAuth } from '../mdoc/verify-document.ts';
import type { MdocQuery } from '../query/dcql-credential.ts';
import { matchAuthorities } from '../query/dcql-match.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { mdocFormatFacts } from '../session/presentation-facts.ts';
import { countriesOfMdoc } from './claimed-countries.ts';
import { decidingEntry } from './deciding-entry.ts';
import { anchorsForDoctype, pinnedForDoctype, withAnchors } from './issuer-trust.ts';
import { matchElements } from './mdoc-elements.ts';
import { mdocRefusal } from './mdoc-refusals.ts';
import type { PresentationContext } from './presentation-context.ts';
import { mdocStatusReferences } from './status-reference.ts';

/** Limit of a presentation in characters, large enough for a portrait. */
const MAX_LENGTH = 262_144;

interface Presented extends Reporting {
  readonly presentation: string;
  readonly query: MdocQuery;
  readonly context: PresentationContext;
}

interface Found extends Reporting {
  readonly query: MdocQuery;
  readonly document: PresentedDocument;
  readonly context: PresentationContext;
}

interface Trusted extends Found {
  /** CA certificates trusted to issue documents of this type. */
  readonly anchors: readonly X509Certificate[];
  /** Anchors that come from trust lists. */
  readonly listed: readonly TrustAnchor[];
}

interface Signed extends Trusted {
  /** Directly trusted. */
  readonly pinned: readonly X509Certificate[];
  readonly certificate: X509Certificate;
}

/** A list entry decides if it verified the chain. */
interface Decided extends Signed {
  readonly listedBy: ListedBy | undefined;
}

const check = {
  readDeviceResponse: ({ presentation }: Presented) => ({
    document: mdocRefusal(
      () => readDeviceResponse(decoded(presentation)),
      (reason) => (reason === 'presentation_format' ? mdocFormatFacts(presentation) : {}),
    ),
  }),
  /** 8.6: the document type matches the query. `readDeviceResponse` has already compared it with the issuer's. */
  matchDoctype: ({ query: { doctype }, document: { docType } }: Found): void => {
    if (docType === doctype) return;
    throw new PresentationError('type', { facts: { claim: 'docType', expectedAny: [doctype], received: docType } });
  },
  anchorsFor: ({ document, context }: Found) => {
    const facts = () => signerFacts(document, context.trustPlace?.());
    const listed = context.listed?.({
      key: document.x5chain.map((der) => der.toString('base64')).join(),
      chain: () => chainIn(document),
      format: 'mso_mdoc',
      types: [document.docType],
      issuedAt: signedAt(document),
    });
    const anchors = [...context.anchors, ...(listed ?? [])];
    return { listed: listed ?? [], anchors: anchorsForDoctype(anchors, document.docType, facts) };
  },
  verifyIssuerAuth: ({ query, document, anchors, listed, context }: Trusted) => {
    const pinned = pinnedForDoctype(context.anchors, document.docType);
    const certificate = mdocRefusal(
      () =>
        verifyIssuerAuth(document, {
          anchors,
          pinned,
          now: context.now,
          clockSkew: context.clockSkew,
          known: context.known,
        }),
      (reason) => (reason === 'issuer_trust' ? signerFacts(document, context.trustPlace?.()) : {}),
    );
    // Most documents are not listed: then the chain is not followed again.
    if (listed.length === 0) return { pinned, certificate, listedBy: undefined };
    const category = document.nameSpaces.get(CATEGORY_NAMESPACE)?.get('category');
    const signedBy = {
      credential: query.id,
      chain: () => document.x5chain,
      signed: 'mdoc',
      category,
      countries: () => countriesOfMdoc(document),
      anchors: [...anchors, ...pinned],
    } as const;
    return { pinned, certificate, listedBy: decidingEntry(listed, signedBy, context) };
  },
  verifyDeviceAuth: ({ document, context }: Found) =>
    mdocRefusal(() => verifyForOneOf(document, context.sessionTranscripts())),
  matchAuthorities: (known: Decided) =>
    (known.query.authorityKeyIds ?? known.query.authorityLists) !== undefined &&
    matchAuthorities(known.query, withAnchors(signedChain(known), known.anchors), known.listedBy?.url),
  matchElements: ({ query, document, context }: Found) => ({
    elements: matchElements(query, document.nameSpaces, context.ageOver),
  }),
  statusReference: ({ document, certificate, anchors, listed, listedBy }: Decided) => {
    const statuses = mdocStatusReferences(document.mso.status, certificate, anchors, listedBy?.revocation);
    if (listedBy === undefined) return { statuses };
    return { statuses: statuses.map((status) => ({ ...status, listed: { anchors: listed, listedBy } })) };
  },
};

export const mdocChecks = checkTable<{ readonly read: Presented; readonly verify: Trusted }>()
  .row(check.readDeviceResponse, 'read')
  .row(check.matchDoctype, 'read')
  .row(check.anchorsFor, 'read')
  .row(check.verifyIssuerAuth, 'verify')
  .row(check.verifyDeviceAuth, 'verify')
  .row(check.matchAuthorities, 'verify')
  .row(check.matchElements, 'verify')
  .row(check.statusReference, 'verify');

/** B.2: base64url without padding */
function decoded(presentation: string): Buffer {
  const bytes = presentation.length > MAX_LENGTH ? undefined : decodeBase64url(presentation);
  if (bytes !== undefined) return bytes;
  throw new MdocError('presentation_format', {
    detail: presentation.length > MAX_LENGTH ? 'too_long' : 'not_base64url',
  });
}

/**
 * The chain isn't signed, so a holder can append certificates that had no part in the trust. A pinned signer has no
 * chain.
 */
export function signedChain({ document, anchors, pinned, certificate, context }: Signed): readonly X509Certificate[] {
  return pinned.includes(certificate)
    ? [certificate]
    : verifiedCertificates(document.x5chain, anchors, context.now, 'mdoc', context.known);
}

/** The signature must cover one of the transcripts. A request to several origins has several. */
function verifyForOneOf(document: PresentedDocument, transcripts: readonly Buffer[]): void {
  let refused: MdocError | undefined;
  for (const transcript of transcripts) {
    try {
      verifyDeviceAuth(document, transcript);
      return;
    } catch (error) {
      if (!(error instanceof MdocError) || error.reason !== 'kb_signature') throw error;
      refused = error;
    }
  }
  throw refused ?? new MdocError('kb_signature', { detail: 'no_transcript' });
}

/** Subject and fingerprint of the first certificate, and the place of the anchors. */
function signerFacts({ x5chain: [leaf] }: PresentedDocument, place: string | undefined): Facts {
  return { ...leafFacts(leaf), ...(place === undefined ? {} : { place }) };
}

/** Empty if a certificate can't be read. The chain then has no entry in a list. */
function chainIn({ x5chain }: PresentedDocument): readonly X509Certificate[] {
  try {
    return x5chain.map((der) => new X509Certificate(der));
  } catch {
    return [];
  }
}

function signedAt({ mso }: PresentedDocument): number | undefined {
  try {
    return readValidity(mso.validityInfo).signed;
  } catch (error) {
    // The check of the issuer's signature refuses it.
    if (error instanceof MdocError) return undefined;
    throw error;
  }
}

function leafFacts(leaf: Buffer | undefined): Facts {
  try {
    return leaf === undefined ? {} : certificateFacts(new X509Certificate(leaf));
  } catch {
    return {};
  }
}
