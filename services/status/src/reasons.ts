/** All reasons of the status service, its own and those from libs/shared. Other services may import only this table. */
import { type SharedReasons, sharedReasons } from '@countersign/shared/kernel/reasons/shared-reasons';
import { allocationReasons } from './allocation/allocation-reasons.ts';
import { statusListReasons } from './list/status-list-reasons.ts';
import { revocationReasons } from './revocation/revocation-reasons.ts';

export interface StatusReasons
  extends SharedReasons,
    Readonly<typeof statusListReasons>,
    Readonly<typeof allocationReasons>,
    Readonly<typeof revocationReasons> {}

export const statusReasons: StatusReasons = {
  ...sharedReasons,
  ...statusListReasons,
  ...allocationReasons,
  ...revocationReasons,
};

declare module '@countersign/shared/kernel/reasons/reasons' {
  interface KnownReasons extends StatusReasons {}
}
