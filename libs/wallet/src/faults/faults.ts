/**
 * THE table of faults: for each refusal that a wallet can cause, by its reason, a wallet that causes it; and variants
 * for mdocs and W3C credentials.
 */
import type { Fault } from '../sending/fault.ts';
import { authorizationFaults } from './authorization-faults.ts';
import { challengeFaults } from './challenge-faults.ts';
import { clientFaults } from './client-faults.ts';
import { credentialFaults } from './credential-faults.ts';
import { deferredFaults } from './deferred-faults.ts';
import { dpopFaults } from './dpop-faults.ts';
import { jwtVcFaults } from './jwt-vc-faults.ts';
import { keyAttestationFaults } from './key-attestation-faults.ts';
import { mdocFaults } from './mdoc-faults.ts';
import { offerFaults } from './offer-faults.ts';
import { presentationFaults } from './presentation-faults.ts';
import { proofFaults } from './proof-faults.ts';
import { requestFaults } from './request-faults.ts';
import { requestObjectFaults } from './request-object-faults.ts';
import { responseFaults } from './response-faults.ts';
import { tokenFaults } from './token-faults.ts';

const table = {
  ...offerFaults,
  ...authorizationFaults,
  ...clientFaults,
  ...challengeFaults,
  ...tokenFaults,
  ...dpopFaults,
  ...credentialFaults,
  ...proofFaults,
  ...keyAttestationFaults,
  ...deferredFaults,
  ...requestObjectFaults,
  ...responseFaults,
  ...presentationFaults,
  ...mdocFaults,
  ...jwtVcFaults,
  ...requestFaults,
};

export type FaultName = keyof typeof table;

const named = Object.entries(table).map(([reason, fault]): [string, Fault] => [reason, { reason, ...fault }]);

/** By reason, and variants with their own names, in the order of the protocols. */
export const faults = Object.fromEntries(named) as Readonly<Record<FaultName, Fault>>;

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(table, name);
}
