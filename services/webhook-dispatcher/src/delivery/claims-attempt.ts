/** A failed call of a claims webhook, as the last error of its session: the backend sees it before the attempts end. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { DeliveryAttempt } from '@countersign/shared/model/delivery/deliveries';
import { recordRefusal } from '@countersign/shared/model/session/last-refusal';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { attemptText } from '../sending/attempt-text.ts';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';

/** Writes the failure once: later attempts that fail in the same way leave the session unchanged. */
export async function reportClaimsAttempt(
  { store, clock }: Pick<DispatcherPlatform, 'store' | 'clock'>,
  session: SessionDocument,
  { error = 'internal', status }: Pick<DeliveryAttempt, 'error' | 'status'>,
): Promise<void> {
  const text = attemptText(error, status) ?? error;
  const description = `The claims webhook failed${status === undefined ? '' : ` with HTTP status ${status}`}: ${text}`;
  const { lastRefusal } = session;
  if (lastRefusal?.reason === 'claims_attempt' && lastRefusal.description === description) return;
  const refusal = new ProtocolError('temporarily_unavailable', description, { reason: 'claims_attempt' });
  await recordRefusal(store, session, refusal, 'credential', clock());
}
