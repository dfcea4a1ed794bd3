/**
 * Reports of an operation that another service calls on behalf of a wallet: its checks and notes travel in the annotation of its
 * answer, and the caller adds them to those of the wallet's request.
 */

import type { Reasoned } from '../kernel/reasons/reasons.ts';
import { type Annotation, annotated, annotationOf, type CheckOutcome } from './annotation.ts';
import type { Operation, OperationRequest } from './message.ts';

/** Annotates replies with the notes of the operation, and errors with its checks too. */
export function annotatingReports(operation: Operation): Operation {
  return async (request) => {
    const checks: CheckOutcome[] = [];
    const notes: Reasoned[] = [];
    const checked = (check: string, ok: boolean): void => void checks.push({ check, ok });
    const note = (reasoned: Reasoned): void => void notes.push(reasoned);
    try {
      const reply = await operation({ ...request, checked, note });
      return notes.length === 0 ? reply : { ...reply, annotation: { ...reply.annotation, notes } };
    } catch (error) {
      throw annotated(error, { ...annotationOf(error), checks, ...(notes.length === 0 ? {} : { notes }) });
    }
  };
}

/** Reports to the wallet's request what an operation that it called has annotated. */
export function takeReports(
  { checked, note }: Pick<OperationRequest, 'checked' | 'note'>,
  annotation: Annotation | undefined,
): void {
  for (const { check, ok } of annotation?.checks ?? []) checked?.(check, ok);
  for (const reasoned of annotation?.notes ?? []) note?.(reasoned);
}
