/** The checks of the notification endpoint, in their order: the first check that refuses decides the error. */
import type { OperationRequest } from '@countersign/shared/http/message';
import { checkAuthorizationHeader } from '../protocol/check-authorization-header.ts';
import { checkNotificationRequest } from '../protocol/check-notification-request.ts';
import { checkTokenPlace } from '../protocol/check-token-place.ts';
import { checkTokenType } from '../protocol/check-token-type.ts';
import { checkAccessToken } from './check-access-token.ts';
import { checkBearerAccepted } from './check-bearer-accepted.ts';
import { checkTable } from './check-table.ts';
import { checkTokenProof } from './check-token-proof.ts';
import type { ResourceServer } from './received.ts';

/** The initial values of a request, by column. */
interface Starts {
  readonly notification: Pick<
    ResourceServer,
    'platform' | 'dpop' | 'requirementsOf' | 'external' | 'configurations'
  > & {
    readonly request: OperationRequest;
  };
}

export const notificationChecks = checkTable<Starts>()
  .row(checkTokenPlace, 'notification')
  .row(checkAuthorizationHeader, 'notification')
  .row(checkAccessToken, 'notification')
  .row(checkTokenType, 'notification')
  .row(checkTokenProof, 'notification')
  .row(checkBearerAccepted, 'notification')
  .row(checkNotificationRequest, 'notification');
