/** Faults of a wallet that collects a deferred credential, or sends a notification about a credential. */
import { json, UNKNOWN_REFERENCE } from './change.ts';
import type { FaultTable } from './fault-table.ts';

/** More requests for one transaction than the issuer accepts. */
const TOO_MANY_POLLS = 300;
const AT_ONCE = 30;
/** Characters, more than a description may have. */
const TOO_LONG = 20_000;

export const deferredFaults = {
  transaction_unknown: {
    step: 'deferred',
    summary: 'Asks with a transaction_id that the issuer never issued.',
    needs: ['deferred'],
    request: json({ transaction_id: UNKNOWN_REFERENCE }),
  },
  deferred_too_soon: {
    step: 'deferred',
    summary: 'Asks for the deferred credential without a pause.',
    needs: ['deferred'],
    after: async ({ again }) => {
      for (let polls = 0; polls < TOO_MANY_POLLS; polls += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => again()));
      }
      return again();
    },
  },
  notification_unknown: {
    step: 'notification',
    summary: 'Reports on a notification_id that the issuer never issued.',
    request: json({ notification_id: 'no-such-notification' }),
  },
  notification_description: {
    step: 'notification',
    summary: 'Describes the event with a string of many kilobytes.',
    request: json({ event_description: 'x'.repeat(TOO_LONG) }),
  },
  notification_event: {
    step: 'notification',
    summary: 'Reports an event that OpenID4VCI does not have.',
    request: json({ event: 'credential_stored' }),
  },
} as const satisfies FaultTable;
