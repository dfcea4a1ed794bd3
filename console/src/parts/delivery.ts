/** Webhook deliveries, in the form of the API. */
import type { Answer } from '../api/answer.ts';
import type { Tone } from './badge.tsx';

export type DeliveryAttempt = Answer<'DeliveryAttempt'>;
export type Delivery = Answer<'Delivery'>;

export const deliveryTones: Readonly<Record<Delivery['state'], Tone>> = {
  due: 'busy',
  leased: 'busy',
  delivered: 'good',
  dead: 'bad',
};
