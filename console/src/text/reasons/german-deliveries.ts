/** German texts about webhooks: why an attempt failed, and why a delivery ended. */
import { byName } from './by-name.ts';
import { attemptLines, endLines } from './de-deliveries.ts';

/** By the error code of an attempt; `status_refused` is `status` with 401 or 403. */
export const germanAttempts = byName(attemptLines);

/** By the reason of a failed delivery. */
export const germanEnds = byName(endLines);
