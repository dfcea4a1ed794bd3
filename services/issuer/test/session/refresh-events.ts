/** How events change the state of a refresh token's record, as docs/reference/states.md shows it. */

import type { RefreshState } from '@countersign/shared/model/refresh/refresh-grants';
import type { StateTable } from '@countersign/shared/test/model/state-table';

/** Every state with its meaning. */
export const refreshStates: Readonly<Record<RefreshState, string>> = {
  new: 'Written before the token is issued; it is refused, and a job removes it after an hour',
  given: 'The wallet has the token; it continues the first session',
  renewable: 'A credential was issued: a refresh may start a new session',
};

export const refreshEvents: StateTable<RefreshState> = {
  giveRefresh: { meaning: 'The code is redeemed, and the token is about to leave', from: { new: ['given'] } },
  noteIssued: {
    meaning: 'A credential is about to be issued under it',
    from: { given: ['renewable'], renewable: ['renewable'] },
  },
  settleSuperseded: {
    meaning: 'A job has revoked older credentials, whose claims have changed, or found that the newer ones never left',
    from: { renewable: ['renewable'] },
  },
  nameSession: {
    meaning: 'Its session has ended: it now refers to the next session, which was inserted empty',
    from: { renewable: ['renewable'] },
  },
  withoutConfiguration: {
    meaning: 'The credentials of one configuration were revoked; with the last one the record is removed',
    from: { new: ['new'], given: ['given'], renewable: ['renewable'] },
  },
};
