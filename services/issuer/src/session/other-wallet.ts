/** Why a request is refused that comes from a different wallet from the previous one, as its proven keys show. Pure. */
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';

/** @param receivedJkt undefined if the request has no DPoP proof */
export function otherKey(expectedJkt: string, receivedJkt: string | undefined): Reasoned {
  if (receivedJkt === undefined) return { reason: 'dpop_missing' };
  return { reason: 'dpop_key', facts: { expectedJkt, receivedJkt } };
}

/** The offer was started with another key, which its session keeps (ADR 57). @param state of the previous attempt */
export function begunOffer(expectedJkt: string, receivedJkt: string, state: string): Reasoned {
  return { reason: 'offer_begun', facts: { expectedJkt, receivedJkt, state } };
}

/** @param receivedJkt undefined if the request has no attestation */
export function otherInstance(expectedJkt: string, receivedJkt: string | undefined): Reasoned {
  if (receivedJkt === undefined) return missingAttestation();
  return { reason: 'wallet_instance', facts: { expectedJkt, receivedJkt } };
}

/** The wallet was attested before. */
export function missingAttestation(): Reasoned {
  return { reason: 'client_attestation_missing', facts: { parameters: ['OAuth-Client-Attestation'] } };
}
