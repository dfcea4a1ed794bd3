/** What the webhook dispatcher needs of the platform. */
import type { Outbound } from '@countersign/shared/http/outbound';
import type { DeliveryDocument } from '@countersign/shared/model/deliveries';
import type { Platform } from '@countersign/shared/runtime/service';

export type DispatcherPlatform = Pick<
  Platform,
  'settings' | 'store' | 'vaults' | 'clock' | 'random' | 'log' | 'metrics' | 'wakeRelay'
>;

/** Puts a delivery that is due into the lane of its target. */
export type Enqueue = (delivery: DeliveryDocument) => void;

/** What makes attempts. */
export interface DeliveryWorker {
  readonly platform: DispatcherPlatform;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly enqueue: Enqueue;
}
