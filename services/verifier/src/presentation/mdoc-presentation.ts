/** One presentation of an mdoc under one credential query, in two steps: comparisons, then signatures. */
import type { X509Certificate } from 'node:crypto';
import type { TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import type { PresentedDocument } from '../mdoc/device-response.ts';
import type { MdocQuery } from '../query/dcql-credential.ts';
import { signerOf } from './credential-signer.ts';
import { followedChain } from './issuer-trust.ts';
import { mdocChecks, signedChain } from './mdoc-checks.ts';
import { elementsToJson } from './mdoc-elements.ts';
import type { PresentationContext, VerifiedPresentation } from './presentation-context.ts';

/** A presentation that passed the comparisons; its signatures are not verified yet. */
export interface ReadMdoc {
  readonly format: 'mso_mdoc';
  readonly query: MdocQuery;
  readonly document: PresentedDocument;
  /** CA certificates trusted to issue documents of this type. */
  readonly anchors: readonly X509Certificate[];
  /** Anchors that come from trust lists. */
  readonly listed: readonly TrustAnchor[];
}

/**
 * Makes all checks that need no signature.
 * @throws PresentationError
 */
export function readMdoc(presentation: string, query: MdocQuery, context: PresentationContext): ReadMdoc {
  const { reports } = context;
  const { document, anchors, listed } = mdocChecks.runNow('read', { presentation, query, context, reports });
  return { format: query.format, query, document, anchors, listed };
}

/**
 * Verifies times, chain, both signatures and the query's claims. The caller checks the status.
 * @throws PresentationError
 */
export function verifyMdoc(
  { query, document, anchors, listed }: ReadMdoc,
  context: PresentationContext,
): VerifiedPresentation {
  const { reports } = context;
  const known = mdocChecks.runNow('verify', { query, document, anchors, listed, context, reports });
  const { elements, certificate, statuses, pinned, listedBy } = known;
  const signed = { query, document, anchors, listed, context, reports, pinned, certificate };
  return {
    queryId: query.id,
    values: elementsToJson(elements),
    signer: signerOf(certificate, listedBy),
    ...(document.deviceSigned === undefined ? {} : { deviceSigned: document.deviceSigned.nameSpaces }),
    statuses,
    ...(context.wantsChains === true ? { chain: followedChain(signedChain(signed), anchors, context.anchors) } : {}),
  };
}
