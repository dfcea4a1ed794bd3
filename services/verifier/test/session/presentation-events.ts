/**
 * The events that change a presentation's state, from which state to which, for docs/reference/states.md. A test checks
 * the transitions against this table.
 */

import type { PresentationState } from '@countersign/shared/model/session/presentation-part';
import type { StateTable } from '@countersign/shared/test/model/state-table';

export const presentationEvents: StateTable<PresentationState> = {
  fetchRequest: {
    meaning: 'A wallet fetches the request object',
    from: { created: ['requested'] },
  },
  acceptAnswer: {
    meaning: 'A wallet responds, and its presentation is verified',
    from: { created: ['verified'], requested: ['verified'] },
  },
  refuseAnswer: {
    meaning: 'The presentation is refused; the tenth refusal ends the request',
    from: { created: ['requested', 'rejected'], requested: ['requested', 'rejected'] },
  },
  reportError: {
    meaning: 'A wallet reports an error. If the user declined, the request ends',
    from: { created: ['requested', 'rejected'], requested: ['requested', 'rejected'] },
  },
  redeemCode: {
    meaning:
      "The backend redeems the redirect's response code, which may release the presented claims, or tries a wrong one",
    from: { requested: ['requested'], verified: ['verified'], rejected: ['rejected'], expired: ['expired'] },
  },
  expireRequest: {
    meaning: 'The request has expired, or the time limit of the presented claims',
    from: { created: ['expired'], requested: ['expired'], verified: ['verified'] },
  },
  withOwnRedirect: {
    meaning: "The webhook's response did not come in time, so the user returns to the request's redirect URI",
    from: { verified: ['verified'] },
  },
  closeRequest: {
    meaning: 'The backend cancels the request, or the store was restored from a backup',
    from: { created: ['rejected'], requested: ['rejected'] },
  },
  placeRequest: {
    meaning: 'An issuance requires a different presentation instead of this one',
    from: {
      created: ['created'],
      requested: ['created'],
      verified: ['created'],
      rejected: ['created'],
      expired: ['created'],
    },
  },
};
