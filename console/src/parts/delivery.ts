/** Webhook deliveries, as the interface shows them. */
import type { Tone } from './badge.tsx';

export interface DeliveryAttempt {
  readonly at: string;
  readonly milliseconds: number;
  readonly status?: number;
  readonly sent?: number;
  readonly received?: number;
  readonly error?: string;
  readonly description?: string;
}

export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly state: 'due' | 'leased' | 'delivered' | 'dead';
  readonly createdAt: string;
  readonly nextAttemptAt?: string;
  readonly endedAt?: string;
  readonly reason?: string;
  readonly description?: string;
  readonly attempts: readonly DeliveryAttempt[];
}

export const deliveryTones: Readonly<Record<Delivery['state'], Tone>> = {
  due: 'busy',
  leased: 'busy',
  delivered: 'good',
  dead: 'bad',
};
