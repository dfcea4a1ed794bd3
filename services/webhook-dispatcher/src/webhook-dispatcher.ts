/** The webhook dispatcher: deliveries are built in a later part, so it has no operations yet and its routes answer 501. */
import type { Service } from '@countersign/shared/runtime/service';

export function createWebhookDispatcher(): Service {
  return { name: 'webhook-dispatcher', operations: {}, consumers: [], jobs: [] };
}
