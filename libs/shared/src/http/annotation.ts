/**
 * What an operation reports in addition to its response: the session that the request reached, the step, and the
 * results of checks. The gateway logs and traces it. The wallet never sees it.
 */
import type { ErrorCode } from '../kernel/errors.ts';
import type { Reasoned } from '../kernel/reasons/reasons.ts';
import type { WalletStep } from '../model/session/wallet-step.ts';

export interface Annotation {
  /** Id of the session; absent if the request reached none. */
  readonly session?: string;
  /** The attempt of the session that the request belongs to, by an id that no wallet knows. */
  readonly attempt?: string;
  /** Step of a wallet. */
  readonly step?: WalletStep;
  /** Code of a refusal that the response expresses itself, such as a redirect. An error has its own code. */
  readonly code?: ErrorCode;
  /** The reason, if the response expresses its refusal itself. An error has its own reason. */
  readonly refused?: Reasoned;
  /** The checks of a refused request, in order. */
  readonly checks?: readonly CheckOutcome[];
  /** Accepted, but worth a developer's attention. */
  readonly notes?: readonly Reasoned[];
}

export interface CheckOutcome {
  readonly check: string;
  readonly ok: boolean;
}

/** A member of errors that no log and no copy contains. */
const ANNOTATION = Symbol('annotation');

/** Annotates an error. It keeps its class, which callers check. */
export function annotated(error: unknown, annotation: Annotation): unknown {
  const member = { value: annotation, configurable: true, enumerable: false };
  return error instanceof Error ? Object.defineProperty(error, ANNOTATION, member) : error;
}

/** The annotation of an error, if any. */
export function annotationOf(error: unknown): Annotation | undefined {
  return error instanceof Error ? (error as { readonly [ANNOTATION]?: Annotation })[ANNOTATION] : undefined;
}
