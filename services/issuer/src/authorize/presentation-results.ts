/**
 * Events of other services for an issuance. Both handlers trust only the stored session. The event just triggers them.
 */
import type { Arrivals } from '@countersign/shared/bus/arrivals';
import type { EventHandler } from '@countersign/shared/bus/port';
import type { Platform } from '@countersign/shared/runtime/service';
import type { SettleClaims } from '../claims/settle-claims.ts';
import { endRejected } from '../session/ending-transitions.ts';
import { changeIssuance, issuanceById } from '../session/issuance-session.ts';

/** Handles `presentation-results`: if the current attempt's presentation was rejected, the issuance ends. */
export function presentationResults(platform: Platform): EventHandler {
  return async ({ subject, data }) => {
    const session = await issuanceById(platform, data.tenant, subject);
    if (session !== undefined) await changeIssuance(platform, session, endRejected);
  };
}

/** Handles `webhook-results`: checks the received claims, or ends an issuance whose webhook failed; wakes who waits for them. */
export function webhookResults(platform: Platform, settleClaims: SettleClaims, arrivals: Arrivals): EventHandler {
  return async ({ subject, data }) => {
    const session = await issuanceById(platform, data.tenant, subject);
    if (session !== undefined) await settleClaims(session);
    arrivals.arrived(subject);
  };
}
