/**
 * What an operation learns about a wallet's request apart from its response. It stays in the process; for the caller,
 * checks and notes travel in the response's annotation.
 */

import type { Reasoned } from '../kernel/reasons/reasons.ts';
import type { SessionDocument } from '../model/session/sessions.ts';
import { type Annotation, annotated, annotationOf, type CheckOutcome } from './annotation.ts';
import type { Operation, OperationReply, OperationRequest } from './message.ts';

/** Filled while the operation runs. */
export interface Reports {
  /** The session that the request names. */
  session?: SessionDocument;
  /**
   * Called with that session before anything changes. @throws ProtocolError if the request is bound to a different one
   */
  readonly reached: (session: SessionDocument) => void;
  /** In the order in which they ran. */
  readonly checks: CheckOutcome[];
  /** Accepted, but worth a developer's attention. */
  readonly notes: Reasoned[];
}

/** An operation that reports. `walletSteps` or `annotatingReports` create the version that callers use by name. */
export type ReportingOperation = (request: OperationRequest, reports: Reports) => Promise<OperationReply>;

/** A request, and what was learned about it. */
export interface Reported {
  readonly request: OperationRequest;
  readonly reports: Reports;
}

/** @param check refuses a session to which the request isn't bound */
export function newReports(check?: (session: SessionDocument) => void): Reports {
  const reports: Reports = {
    reached: (session) => {
      reports.session = session;
      check?.(session);
    },
    checks: [],
    notes: [],
  };
  return reports;
}

/** Annotates replies with the notes of an operation that another service calls on behalf of a wallet, and errors with its checks too. */
export function annotatingReports(operation: ReportingOperation): Operation {
  return async (request) => {
    const reports = newReports();
    const { checks, notes } = reports;
    try {
      const reply = await operation(request, reports);
      return notes.length === 0 ? reply : { ...reply, annotation: { ...reply.annotation, notes } };
    } catch (error) {
      throw annotated(error, { ...annotationOf(error), checks, ...(notes.length === 0 ? {} : { notes }) });
    }
  };
}

/** Adds what an operation that was called on behalf of the wallet has annotated. */
export function takeReports({ checks, notes }: Reports, annotation: Annotation | undefined): void {
  checks.push(...(annotation?.checks ?? []));
  notes.push(...(annotation?.notes ?? []));
}
