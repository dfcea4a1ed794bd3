/**
 * The events that change the state of status entries and lists, from which state to which, for
 * docs/reference/states.md.
 */
import type { StateTable } from '@countersign/shared/test/model/state-table';

export type EntryState = 'valid' | 'revoked' | 'suspended';

export const entryEvents: StateTable<EntryState> = {
  'changeStatus to 1': {
    meaning: 'The backend revokes, or the wallet or its keys were revoked; an entry that is revoked gets another stamp',
    from: { valid: ['revoked'], revoked: ['revoked'], suspended: ['revoked'] },
  },
  'changeStatus to 2': {
    meaning: 'The backend suspends it (profile eu); what is revoked there stays revoked',
    from: { valid: ['suspended'], revoked: ['suspended'], suspended: ['suspended'] },
  },
  'changeStatus to 0': {
    meaning: 'The backend makes it valid again; what is revoked in the profile eu stays revoked',
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
    meaning: 'Other changes raised the version of the list too often before this one',
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
