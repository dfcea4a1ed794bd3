/** Turns an mdoc refusal into a presentation refusal. */

import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { MdocError, type MdocReason } from '../mdoc/mdoc-error.ts';
import { refusalWith } from '../session/presentation-error.ts';

/** More facts for a refusal than the error has. */
export type FurtherMdocFacts = (reason: MdocReason) => Facts;

/** Runs a check of an mdoc. @throws PresentationError instead of MdocError */
export function mdocRefusal<T>(check: () => T, further: FurtherMdocFacts = () => ({})): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof MdocError)) throw error;
    throw refusalWith(error.reason, { ...error.facts, ...further(error.reason) }, error);
  }
}
