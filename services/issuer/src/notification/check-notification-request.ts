import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import { type NotificationRequest, parseNotificationRequest } from './notification-request.ts';

/** OpenID4VCI 1.0, 11.1. @throws ProtocolError `invalid_notification_request` */
export function checkNotificationRequest({ request }: { readonly request: OperationRequest }): {
  readonly notification: NotificationRequest;
} {
  return { notification: parseNotificationRequest(bodyObject(request)) };
}
