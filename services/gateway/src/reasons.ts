/** THE catalogue of reasons: why a request was refused, by a name that clients switch on. */
import { type IssuerReasons, issuerReasons } from '@countersign/issuer/reasons';
import type { Reasons } from '@countersign/shared/kernel/reasons/reasons';
import { type StatusReasons, statusReasons } from '@countersign/status/reasons';
import { type VerifierReasons, verifierReasons } from '@countersign/verifier/reasons';
import { type DispatcherReasons, dispatcherReasons } from '@countersign/webhook-dispatcher/reasons';
import { loginReasons } from './authenticate/login-reasons.ts';
import { bundleReasons } from './bundles/bundle-reasons.ts';
import { dryRunReasons } from './dry-run-reasons.ts';
import { edgeReasons } from './edge/edge-reasons.ts';
import { eventReasons } from './events/event-reasons.ts';
import { idempotencyReasons } from './idempotency/idempotency-reasons.ts';
import { walletLoginReasons } from './login/login-reasons.ts';
import { quotaReasons } from './quotas/quota-reasons.ts';
import { addressReasons } from './request/address-reasons.ts';
import { personReasons } from './sign-in/person-reasons.ts';
import { tenantReasons } from './tenants/tenant-reasons.ts';
import { webhookTestReasons } from './webhook-test-reasons.ts';

/** The reasons of the other services, and of the gateway itself. */
interface AllReasons
  extends IssuerReasons,
    VerifierReasons,
    StatusReasons,
    DispatcherReasons,
    Readonly<typeof addressReasons>,
    Readonly<typeof loginReasons>,
    Readonly<typeof personReasons>,
    Readonly<typeof tenantReasons>,
    Readonly<typeof idempotencyReasons>,
    Readonly<typeof eventReasons>,
    Readonly<typeof dryRunReasons>,
    Readonly<typeof webhookTestReasons>,
    Readonly<typeof walletLoginReasons>,
    Readonly<typeof bundleReasons>,
    Readonly<typeof quotaReasons>,
    Readonly<typeof edgeReasons> {}

declare module '@countersign/shared/kernel/reasons/reasons' {
  interface KnownReasons extends AllReasons {}
}

/** All reasons by name. */
export const reasons: Reasons = {
  ...issuerReasons,
  ...verifierReasons,
  ...statusReasons,
  ...dispatcherReasons,
  ...addressReasons,
  ...loginReasons,
  ...personReasons,
  ...tenantReasons,
  ...idempotencyReasons,
  ...eventReasons,
  ...dryRunReasons,
  ...webhookTestReasons,
  ...walletLoginReasons,
  ...bundleReasons,
  ...quotaReasons,
  ...edgeReasons,
};
