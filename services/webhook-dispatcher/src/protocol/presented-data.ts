/** What becomes of presented data where it is kept only until the webhook has it (`retention: webhook`). Pure. */
import type { DeliveryDocument } from '@countersign/shared/model/deliveries';
import { withoutPending } from '@countersign/shared/model/pending';
import type { SessionDocument } from '@countersign/shared/model/sessions';
import { tellsPresentation } from './payload.ts';

/**
 * The session without the mark of an ended delivery, and in the same write without what was presented where that was told.
 * The mark stands as long as somebody may still have to tell it, so nothing goes before.
 * @param delivered the delivery where it was answered
 */
export function withoutMark(
  session: SessionDocument,
  id: string,
  delivered: DeliveryDocument | undefined,
): SessionDocument {
  const next = withoutPending(session, id);
  const { presentation } = next;
  if (next === session || delivered === undefined || presentation?.progress.state !== 'verified') return next;
  if (presentation.retention !== 'webhook' || !tells(delivered, presentation.requestHash)) return next;
  const { sealedCredentials: _, ...progress } = presentation.progress;
  return { ...next, presentation: { ...presentation, progress } };
}

/** Whether a delivery would have to tell what is gone. */
export function presentedIsErased({ presentation }: SessionDocument, delivery: DeliveryDocument): boolean {
  return (
    presentation?.progress.state === 'verified' &&
    presentation.progress.sealedCredentials === undefined &&
    tells(delivery, presentation.requestHash)
  );
}

function tells({ type, data }: DeliveryDocument, requestHash: string): boolean {
  return tellsPresentation(type) && data.request === requestHash;
}
