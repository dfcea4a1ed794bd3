/** THE catalogue of reasons: why a request was refused, by a name that clients switch on. */
import { accessTokenReasons } from './access-token-reasons.ts';
import { authorizationReasons } from './authorization-reasons.ts';
import { clientReasons } from './client-reasons.ts';
import { credentialReasons } from './credential-reasons.ts';
import { deferredReasons } from './deferred-reasons.ts';
import { dpopReasons } from './dpop-reasons.ts';
import type { FactValue } from './facts.ts';
import { keyAttestationReasons } from './key-attestation-reasons.ts';
import { managementReasons } from './management-reasons.ts';
import { offerReasons } from './offer-reasons.ts';
import { presentationReasons } from './presentation-reasons.ts';
import { proofReasons } from './proof-reasons.ts';
import type { ReasonEntry } from './reason.ts';
import { requestReasons } from './request-reasons.ts';
import { tokenReasons } from './token-reasons.ts';

const catalogue = {
  ...offerReasons,
  ...authorizationReasons,
  ...clientReasons,
  ...tokenReasons,
  ...dpopReasons,
  ...accessTokenReasons,
  ...credentialReasons,
  ...proofReasons,
  ...keyAttestationReasons,
  ...deferredReasons,
  ...presentationReasons,
  ...requestReasons,
  ...managementReasons,
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

export function isReason(name: unknown): name is Reason {
  return typeof name === 'string' && Object.hasOwn(catalogue, name);
}
