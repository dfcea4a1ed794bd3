/** The parts of the platform that the webhook dispatcher uses. */
import type { Outbound } from '@countersign/shared/http/outbound';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { Platform } from '@countersign/shared/runtime/service';
import type { AccessTokens } from './access-tokens.ts';

export type DispatcherPlatform = Pick<
  Platform,
  'settings' | 'store' | 'vaults' | 'clock' | 'random' | 'log' | 'metrics' | 'wakeRelay' | 'newEventId'
>;

/** Offers a due delivery to the queue of its target. */
export type Enqueue = (delivery: DeliveryDocument) => void;

/** Dependencies of the functions that attempt deliveries. */
export interface DeliveryWorker {
  readonly platform: DispatcherPlatform;
  readonly outbound: Outbound;
  readonly tokens: AccessTokens;
  readonly signal: AbortSignal;
  readonly enqueue: Enqueue;
}
