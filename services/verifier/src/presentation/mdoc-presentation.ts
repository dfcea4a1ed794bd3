/** One presentation of an mdoc under one credential query (OpenID4VP 1.0, 8.6 and B.2; ISO/IEC 18013-5, 9.1 and 9.3). */
import { X509Certificate } from 'node:crypto';
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { type PresentedDocument, readDeviceResponse } from '../mdoc/device-response.ts';
import { MdocError } from '../mdoc/mdoc-error.ts';
import { verifyDeviceAuth, verifyIssuerAuth } from '../mdoc/verify-document.ts';
import type { MdocQuery } from '../query/dcql-credential.ts';
import { matchAuthorities } from '../query/dcql-match.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { mdocFormatFacts } from '../session/presentation-facts.ts';
import { reported } from '../session/reported-check.ts';
import { signerOf } from './credential-signer.ts';
import { anchorsForDoctype, pinnedForDoctype, withAnchors } from './issuer-trust.ts';
import { elementsToJson, matchElements } from './mdoc-elements.ts';
import { mdocRefusal } from './mdoc-refusals.ts';
import type { PresentationContext, VerifiedPresentation } from './presentation-context.ts';
import { mdocStatusReferences } from './status-reference.ts';

/** Limit of a presentation in characters, large enough for a portrait. */
const MAX_LENGTH = 262_144;

/** A presentation that passed the comparisons; its signatures are not verified yet. */
export interface ReadMdoc {
  readonly format: 'mso_mdoc';
  readonly query: MdocQuery;
  readonly document: PresentedDocument;
  /** CA certificates under which a document of this type may be issued. */
  readonly anchors: readonly X509Certificate[];
}

/**
 * Makes all checks that need no signature.
 * @throws PresentationError
 */
export function readMdoc(presentation: string, query: MdocQuery, context: PresentationContext): ReadMdoc {
  const { checked } = context;
  const document = reported(checked, 'readDeviceResponse', () =>
    mdocRefusal(
      () => readDeviceResponse(decoded(presentation)),
      (reason) => (reason === 'presentation_format' ? mdocFormatFacts(presentation) : {}),
    ),
  );
  reported(checked, 'matchDoctype', () => matchDoctype(query, document));
  const anchors = reported(checked, 'anchorsFor', () =>
    anchorsForDoctype(context.anchors, document.docType, () => signerFacts(document, context.trustPlace?.())),
  );
  return { format: query.format, query, document, anchors };
}

/**
 * Verifies times, chain, both signatures and the query's claims. The caller checks the status.
 * @throws PresentationError
 */
export function verifyMdoc({ query, document, anchors }: ReadMdoc, context: PresentationContext): VerifiedPresentation {
  const { checked, now, known } = context;
  const pinned = pinnedForDoctype(context.anchors, document.docType);
  const certificate = reported(checked, 'verifyIssuerAuth', () =>
    mdocRefusal(
      () => verifyIssuerAuth(document, { anchors, pinned, now, known }),
      (reason) => (reason === 'issuer_trust' ? signerFacts(document, context.trustPlace?.()) : {}),
    ),
  );
  reported(checked, 'verifyDeviceAuth', () =>
    mdocRefusal(() => verifyForOneOf(document, context.sessionTranscripts())),
  );
  if (query.authorityKeyIds !== undefined) {
    // The chain is not signed: a holder can append certificates that had no part in the trust. A pinned signer has none.
    const chain = pinned.includes(certificate)
      ? [certificate]
      : verifiedCertificates(document.x5chain, anchors, now, 'mdoc', known);
    reported(checked, 'matchAuthorities', () => matchAuthorities(query, withAnchors(chain, anchors)));
  }
  const elements = reported(checked, 'matchElements', () => matchElements(query, document.nameSpaces, context.ageOver));
  const statuses = reported(checked, 'statusReference', () =>
    mdocStatusReferences(document.mso.status, certificate, anchors),
  );
  return { queryId: query.id, values: elementsToJson(elements), signer: signerOf(certificate), statuses };
}

/** B.2: base64url without padding */
function decoded(presentation: string): Buffer {
  const bytes = presentation.length > MAX_LENGTH ? undefined : decodeBase64url(presentation);
  if (bytes !== undefined) return bytes;
  throw new MdocError('presentation_format', {
    detail: presentation.length > MAX_LENGTH ? 'too_long' : 'not_base64url',
  });
}

/** 8.6: the document type is that of the query; `readDeviceResponse` has compared it with that of the issuer. */
function matchDoctype({ doctype }: MdocQuery, { docType }: PresentedDocument): void {
  if (docType === doctype) return;
  throw new PresentationError('type', { facts: { claim: 'docType', expectedAny: [doctype], received: docType } });
}

/** The signature must cover one of the transcripts; a request has several where it went to several origins. */
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

function leafFacts(leaf: Buffer | undefined): Facts {
  try {
    return leaf === undefined ? {} : certificateFacts(new X509Certificate(leaf));
  } catch {
    return {};
  }
}
