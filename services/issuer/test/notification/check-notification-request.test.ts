import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkNotificationRequest } from '../../src/notification/check-notification-request.ts';

const request = (body: Json) => ({ body }) as unknown as OperationRequest;

test('a notification is read', () => {
  const body = { notification_id: 'n1', event: 'credential_accepted' };
  const notification = { notificationId: 'n1', event: 'credential_accepted' };
  assert.deepEqual(checkNotificationRequest({ request: request(body) }), { notification });
  refuses(() => checkNotificationRequest({ request: request({}) }), 'invalid_notification_request');
});
