/**
 * All reasons of the webhook dispatcher, its own and those from libs/shared. Other services may import only this table.
 */
import { type SharedReasons, sharedReasons } from '@countersign/shared/kernel/reasons/shared-reasons';
import { claimsAttemptReasons } from './delivery/claims-attempt-reasons.ts';
import { deliveryReasons } from './management/delivery-reasons.ts';

export interface DispatcherReasons
  extends SharedReasons,
    Readonly<typeof claimsAttemptReasons>,
    Readonly<typeof deliveryReasons> {}

export const dispatcherReasons: DispatcherReasons = {
  ...sharedReasons,
  ...claimsAttemptReasons,
  ...deliveryReasons,
};

declare module '@countersign/shared/kernel/reasons/reasons' {
  interface KnownReasons extends DispatcherReasons {}
}
