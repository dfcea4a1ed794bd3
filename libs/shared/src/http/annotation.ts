/**
 * What an operation reports apart from its answer: the session that the request reached, the step, and what the checks found.
 * The gateway logs and traces it; the wallet never sees it.
 */
import type { ErrorCode } from '../kernel/errors.ts';
import type { Reasoned } from '../kernel/reasons/reasons.ts';
import type { WalletStep } from '../model/session/wallet-step.ts';

export interface Annotation {
  /** Id of the session; absent where the request found none. */
  readonly session?: string;
  /** The attempt of the session that the request belongs to, by an id that no wallet knows. */
  readonly attempt?: string;
  /** Of a wallet. */
  readonly step?: WalletStep;
  /** Code of a refusal that the answer words itself, such as a redirect; an error has its own code. */
  readonly code?: ErrorCode;
  /** Why, where the answer words its refusal itself; an error has its own reason. */
  readonly refused?: Reasoned;
  /** What was checked, in order, of a refused request. */
  readonly checks?: readonly CheckOutcome[];
  /** What was accepted, but a developer should know. */
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

/** The annotation of an error; undefined where it has none. */
export function annotationOf(error: unknown): Annotation | undefined {
  return error instanceof Error ? (error as { readonly [ANNOTATION]?: Annotation })[ANNOTATION] : undefined;
}
