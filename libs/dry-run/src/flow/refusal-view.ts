/** Why a dry run did not finish, in the form of its response. */

import { asProtocolError, type ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type Reasons, reasonOf } from '@countersign/shared/kernel/reasons/reasons';
import type { DryRunRefusal, DryRunStep } from '@countersign/shared/messages/dry-run-report';

export interface Ended {
  readonly reasons: Reasons;
  readonly steps: readonly DryRunStep[];
  readonly refusals: ReadonlyMap<string, ProtocolError>;
  /** The error that ended the flow. */
  readonly error: unknown;
}

/** The refusal of the last step, or the wallet's own. A refusal that requested a retry is ignored. */
export function refusalView({ reasons, steps, refusals, error }: Ended): DryRunRefusal {
  const last = steps.at(-1);
  if (last?.outcome === 'refused') {
    const known = last.request === undefined ? undefined : refusals.get(last.request);
    return {
      step: last.step,
      by: 'server',
      ...(last.error === undefined ? {} : { error: last.error }),
      ...(known === undefined ? {} : reasonView(reasons, known)),
    };
  }
  const description = error instanceof Error ? error.message : 'The wallet stopped';
  return { step: last?.step ?? 'offer', by: 'wallet', explanation: description.slice(0, MAX_TEXT) };
}

const MAX_TEXT = 500;

/** The reason of a refusal, which the wallet does not learn. */
export function reasonView(reasons: Reasons, error: ProtocolError) {
  const { forBackend, errors } = error.options;
  const { reason, facts } = reasonOf(reasons, error.reasoned);
  const { standard, explanation, hint, blame } = reasons[reason];
  return {
    reason,
    description: forBackend?.description ?? error.message,
    explanation,
    hint,
    blame,
    ...(standard === undefined ? {} : { standard: { document: standard.document, section: standard.section } }),
    ...(facts === undefined ? {} : { facts: facts as JsonObject }),
    ...(errors === undefined ? {} : { errors: errors.map(({ pointer, detail }) => ({ pointer, detail })) }),
  };
}

/**
 * The refusal of a call that the run made on the backend's behalf. An unexpected error looks the same to every caller.
 */
export function backendRefusal(reasons: Reasons, thrown: unknown): DryRunRefusal {
  const error = asProtocolError(thrown);
  return { step: 'backend', by: 'server', error: error.code, ...reasonView(reasons, error) };
}
