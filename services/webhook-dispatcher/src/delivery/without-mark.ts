/** A session without the mark of a delivery that has ended. Pure, but for the ids of events. */
import { loggedEvents } from '@countersign/shared/model/session/session-change';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { withLogged } from '@countersign/shared/outbox/outbox';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { clearPendingMark, type EndedDelivery } from './pending-mark.ts';

/** The session without the mark of an ended delivery. If the delivery failed, an event notifies backends. */
export function withoutMark(
  platform: Pick<DispatcherPlatform, 'clock' | 'newEventId'>,
  session: SessionDocument,
  id: string,
  ended: EndedDelivery | undefined,
): SessionDocument {
  const cleared = clearPendingMark(session, id, ended);
  if (cleared === session || ended?.state !== 'dead') return cleared;
  const now = platform.clock();
  const data = { delivery: id, event: ended.type };
  return withLogged(cleared, loggedEvents(platform, [{ type: 'delivery.dead', data }], now), now);
}
