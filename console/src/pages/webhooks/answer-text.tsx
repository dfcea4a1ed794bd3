/** What is known of a receiver's response: status, media type, error code and title. */
import type { JSX } from 'preact';
import type { DeliveryAttempt } from '../../parts/delivery.ts';
import { webhookTexts } from '../../text/webhooks.ts';

export function AnswerText({ attempt }: { readonly attempt: DeliveryAttempt }): JSX.Element {
  const { status, answer } = attempt;
  const parts = [answer?.title, answer?.code, answer?.type].filter((part) => part !== undefined);
  const first = status === undefined ? webhookTexts().noAnswer : `HTTP ${status}`;
  return <span class="answer">{parts.length === 0 ? `${first}.` : `${first} (${parts.join(', ')}).`}</span>;
}
