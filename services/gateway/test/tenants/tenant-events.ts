/**
 * How events change a tenant's state, as docs/reference/states.md shows it. A test compares the transitions with it.
 */

import type { TenantState } from '@countersign/shared/model/tenant/tenants';
import type { StateTable } from '@countersign/shared/test/model/state-table';

export const tenantEvents: StateTable<TenantState> = {
  suspendTenant: { meaning: 'The platform suspends it', from: { active: ['suspended'] } },
  resumeTenant: { meaning: 'The platform ends the suspension', from: { suspended: ['active'] } },
  beginErasure: { meaning: 'The platform erases it', from: { suspended: ['erasing'] } },
  eraseRestored: {
    meaning: 'A restored backup contains a tenant that was erased later',
    from: { active: ['erasing'], suspended: ['erasing'] },
  },
  announceRemoval: {
    meaning: 'Documents are about to be removed. The previously announced documents are gone',
    from: { erasing: ['erasing'] },
  },
  awaitDrain: { meaning: 'Requests that were admitted before may still write', from: { erasing: ['erasing'] } },
  beginKeys: { meaning: 'Nothing but keys is left', from: { erasing: ['erasing'] } },
  endErasure: { meaning: 'The data key was removed', from: { erasing: ['erased'] } },
  endLook: { meaning: 'A day later the job has checked for late documents', from: { erased: ['erased'] } },
};
