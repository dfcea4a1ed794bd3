/**
 * The events that change the state of status entries and lists, from which state to which, for
 * docs/reference/states.md.
 */
import type { StateTable } from '@countersign/shared/test/model/state-table';

export type EntryState = 'valid' | 'revoked' | 'suspended';

export const entryEvents: StateTable<EntryState> = {
  'changeStatus to 1': {
    meaning: 'The backend revokes, or the wallet or its keys were revoked; a revoked entry receives a new stamp',
    from: { valid: ['revoked'], revoked: ['revoked'], suspended: ['revoked'] },
  },
  'changeStatus to 2': {
    meaning: 'The backend suspends it (profile eu); a revoked entry stays revoked',
    from: { valid: ['suspended'], revoked: ['suspended'], suspended: ['suspended'] },
  },
  'changeStatus to 0': {
    meaning: 'The backend reinstates it; in the profile eu a revoked entry stays revoked',
    from: { valid: ['valid'], revoked: ['valid'], suspended: ['valid'] },
  },
  chainChecked: {
    meaning: 'The status of the wallet and of its keys was checked',
    from: { valid: ['valid'], revoked: ['revoked'], suspended: ['suspended'] },
  },
  withoutChain: {
    meaning: 'The tenant is erased',
    from: { valid: ['valid'], revoked: ['revoked'], suspended: ['suspended'] },
  },
  stampAgain: {
    meaning: "Other changes raised the list's version too often before this one",
    from: { valid: ['valid'], revoked: ['revoked'], suspended: ['suspended'] },
  },
};

export type ListState = 'open' | 'closed';

export const listEvents: StateTable<ListState> = {
  leasePositions: {
    meaning: 'A replica leases a block; the last one closes the list',
    from: { open: ['open', 'closed'] },
  },
  raiseVersion: {
    meaning: 'Entries of the list were stamped',
    from: { open: ['open'], closed: ['closed'] },
  },
  closeList: {
    meaning: 'The store was restored from a backup',
    from: { open: ['closed'], closed: ['closed'] },
  },
};
