/**
 * One presentation under one credential query (OpenID4VP 1.0, 8.6), by the format of the query. In two steps:
 * `readPresentation` does the cheap comparisons, `verifyPresentation` checks signatures.
 */
import type { CredentialQuery } from '../query/dcql-credential.ts';
import { type ReadJwtVc, readJwtVc, verifyJwtVc } from './jwt-vc-presentation.ts';
import { type ReadMdoc, readMdoc, verifyMdoc } from './mdoc-presentation.ts';
import type { PresentationContext, VerifiedPresentation } from './presentation-context.ts';
import { type ReadSdJwtVc, readSdJwtVc, verifySdJwtVc } from './sd-jwt-presentation.ts';

/** A presentation that passed the comparisons; its signatures are not verified yet. */
export type ReadPresentation = ReadSdJwtVc | ReadMdoc | ReadJwtVc;

/**
 * Makes all checks that need no signature.
 * @throws PresentationError
 */
export function readPresentation(
  presentation: string,
  query: CredentialQuery,
  context: PresentationContext,
): ReadPresentation {
  switch (query.format) {
    case 'mso_mdoc':
      return readMdoc(presentation, query, context);
    case 'jwt_vc_json':
      return readJwtVc(presentation, query, context);
    default:
      return readSdJwtVc(presentation, query, context);
  }
}

/**
 * Verifies signatures, chain, disclosed content and the query's claims. The caller checks the status.
 * @throws PresentationError
 */
export function verifyPresentation(read: ReadPresentation, context: PresentationContext): VerifiedPresentation {
  switch (read.format) {
    case 'mso_mdoc':
      return verifyMdoc(read, context);
    case 'jwt_vc_json':
      return verifyJwtVc(read, context);
    default:
      return verifySdJwtVc(read, context);
  }
}
