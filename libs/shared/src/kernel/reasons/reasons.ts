/** THE catalogue of reasons: why a request was refused, by a name that clients switch on. */
import { accessTokenReasons } from './access-token-reasons.ts';
import { authorizationReasons } from './authorization-reasons.ts';
import { challengeReasons } from './challenge-reasons.ts';
import { clientReasons } from './client-reasons.ts';
import { credentialReasons } from './credential-reasons.ts';
import { deferredReasons } from './deferred-reasons.ts';
import { dpopReasons } from './dpop-reasons.ts';
import { externalTokenReasons } from './external-token-reasons.ts';
import { allowedFacts, type Facts, type FactValue } from './facts.ts';
import { keyAttestationReasons } from './key-attestation-reasons.ts';
import { managementReasons } from './management-reasons.ts';
import { metadataReasons } from './metadata-reasons.ts';
import { offerReasons } from './offer-reasons.ts';
import { presentationReasons } from './presentation-reasons.ts';
import { proofReasons } from './proof-reasons.ts';
import type { ReasonEntry } from './reason.ts';
import { requestReasons } from './request-reasons.ts';
import { sessionReasons } from './session-reasons.ts';
import { signInReasons } from './sign-in-reasons.ts';
import { tenantReasons } from './tenant-reasons.ts';
import { tokenReasons } from './token-reasons.ts';

const catalogue = {
  ...offerReasons,
  ...metadataReasons,
  ...authorizationReasons,
  ...signInReasons,
  ...challengeReasons,
  ...clientReasons,
  ...tokenReasons,
  ...externalTokenReasons,
  ...dpopReasons,
  ...accessTokenReasons,
  ...credentialReasons,
  ...proofReasons,
  ...keyAttestationReasons,
  ...deferredReasons,
  ...presentationReasons,
  ...requestReasons,
  ...sessionReasons,
  ...managementReasons,
  ...tenantReasons,
};

export type Reason = keyof typeof catalogue;

/** All reasons by name, in the order of the protocols. */
export const reasons: Readonly<Record<Reason, ReasonEntry>> = catalogue;

type FactNameOf<R extends Reason> = (typeof catalogue)[R]['facts'][number];

/** The facts that a reason may have; never where it has none. */
export type FactsOf<R extends Reason> = [FactNameOf<R>] extends [never]
  ? never
  : Readonly<Partial<Record<FactNameOf<R>, FactValue>>>;

/** A reason with facts that it may have. */
export type Reasoned = { readonly [R in Reason]: { readonly reason: R; readonly facts?: FactsOf<R> } }[Reason];

/**
 * A reason and facts of another process: facts that the entry does not list are dropped, the others are limited in size.
 * @returns undefined where the reason is none of this version
 */
export function readReasoned(reason: unknown, facts: unknown): Reasoned | undefined {
  if (!isReason(reason)) return undefined;
  const values = typeof facts === 'object' && facts !== null ? Object.entries(facts).filter(isFact) : [];
  return reasoned(reason, Object.fromEntries(values) as Facts);
}

/**
 * A reason that is known at run time alone, such as one of a table.
 * @returns the reason with those of the facts that its entry lists
 */
export function reasoned(reason: Reason, facts?: Facts): Reasoned {
  const kept = allowedFacts(facts, reasons[reason].facts);
  // The entry has just decided which facts belong to the reason.
  return (kept === undefined ? { reason } : { reason, facts: kept }) as Reasoned;
}

function isFact([, value]: readonly [string, unknown]): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

export function isReason(name: unknown): name is Reason {
  return typeof name === 'string' && Object.hasOwn(catalogue, name);
}
