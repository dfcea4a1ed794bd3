/** The webhook dispatcher as a separate process. */
import type { CreateService } from '@countersign/shared/runtime/build-service';
import { createWebhookDispatcher } from './webhook-dispatcher.ts';

export const create: CreateService = (platform) => ({ service: createWebhookDispatcher(platform) });
