/** The checks of the notification endpoint, in their order: the first check that refuses decides the error. */
import { checkTable } from '@countersign/shared/http/check-table';
import type { Reported } from '@countersign/shared/http/reports';
import {
  checkAccessToken,
  checkAuthorizationHeader,
  checkBearerAccepted,
  checkTokenPlace,
  checkTokenProof,
  checkTokenType,
} from '../access/token-checks.ts';
import type { ResourceServer } from '../client/received.ts';
import { checkNotificationRequest } from './check-notification-request.ts';

/** The initial values of a request, by column. */
interface Starts {
  readonly notification: Pick<ResourceServer, 'platform' | 'dpop' | 'requirementsOf' | 'external' | 'configurations'> &
    Reported;
}

export const notificationChecks = checkTable<Starts>()
  .row(checkTokenPlace, 'notification')
  .row(checkAuthorizationHeader, 'notification')
  .row(checkAccessToken, 'notification')
  .row(checkTokenType, 'notification')
  .row(checkTokenProof, 'notification')
  .row(checkBearerAccepted, 'notification')
  .row(checkNotificationRequest, 'notification');
