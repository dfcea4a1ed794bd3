/**
 * What an operation reports apart from its answer: the session that the request reached, and the step. The gateway logs it; the
 * wallet never sees it.
 */
import type { ErrorCode } from '../kernel/errors.ts';
import type { WalletStep } from '../model/wallet-step.ts';

export interface Annotation {
  /** Id of the session. */
  readonly session: string;
  /** Of a wallet. */
  readonly step?: WalletStep;
  /** Code of a refusal that the answer words itself, such as a redirect; an error has its own code. */
  readonly code?: ErrorCode;
}

const annotations = new WeakMap<object, Annotation>();

/** Annotates an error. It keeps its class, which callers check. */
export function annotated(error: unknown, annotation: Annotation): unknown {
  if (error instanceof Error) annotations.set(error, annotation);
  return error;
}

/** The annotation of an error; undefined where it has none. */
export function annotationOf(error: unknown): Annotation | undefined {
  return error instanceof Error ? annotations.get(error) : undefined;
}
