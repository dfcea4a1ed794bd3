/**
 * Creates the deliveries whose event was lost, and clears the marks of ended deliveries. Reads each mark a few seconds
 * after it was created, and all marks at the start and every few minutes.
 */

import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import type { Job } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { pages } from '@countersign/shared/store/pages';
import type { DispatcherPlatform, Enqueue } from '../sending/dispatcher-platform.ts';
import { isDeliveredOrDead } from './delivery-state.ts';
import { clearMark } from './finish-delivery.ts';
import { makeDelivery } from './make-delivery.ts';

/** Milliseconds. */
const EVERY = 5000;
/** The event of a younger mark (milliseconds) may still arrive. */
const MISSED_AFTER = 5000;
const FULL_EVERY = 300_000;
const PAGE = 100;

export function sweepJob(platform: DispatcherPlatform, enqueue: Enqueue): Job {
  const { store, clock } = platform;
  let fullAt = Number.NEGATIVE_INFINITY;
  let seenUntil = 0;
  return {
    name: 'delivery-sweep',
    exclusive: true,
    every: EVERY,
    run: async () => {
      const now = clock();
      const full = now - fullAt >= FULL_EVERY;
      const below = now - MISSED_AFTER;
      const from = full ? 0 : Math.min(seenUntil, below);
      for await (const marked of pages(store, overAllTenants(sessions), {
        index: 'pending',
        from,
        below,
        limit: PAGE,
      })) {
        for (const session of marked) await mend(platform, enqueue, session);
      }
      if (full) fullAt = now;
      // A replica whose clock is behind writes marks with a slightly earlier time.
      seenUntil = below - MISSED_AFTER;
    },
  };
}

/** A fault in one session, such as a webhook that cannot be decrypted, must not stop the sweep of the others. */
async function mend(platform: DispatcherPlatform, enqueue: Enqueue, session: SessionDocument): Promise<void> {
  try {
    await mendMarks(platform, enqueue, session);
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'temporarily_unavailable') throw error;
    const code = error instanceof ProtocolError ? error.code : error instanceof Error ? error.name : typeof error;
    platform.log.error('The deliveries of a session could not be mended', { session: session.id, code });
  }
}

async function mendMarks(platform: DispatcherPlatform, enqueue: Enqueue, session: SessionDocument): Promise<void> {
  for (const mark of session.pendingDeliveries) {
    const delivery = await makeDelivery(platform, session, mark);
    if (delivery === undefined || isDeliveredOrDead(delivery)) {
      await clearMark({ platform, enqueue }, session, mark.id, delivery);
    } else enqueue(delivery);
  }
}
