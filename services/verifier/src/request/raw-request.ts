/** Whether a request may ask for presentations as sent, and whether anything receives them. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { PresentationRequest } from '@countersign/shared/messages/presentation-request';
import type { Configuration } from '../query/configurations.ts';
import { rawFindings } from '../query/raw-presentations.ts';

/** The errors in a request's own list. */
export function rawRequestFindings(
  { raw, webhook, redirectUri }: Pick<PresentationRequest, 'raw' | 'webhook' | 'redirectUri'>,
  configuration: Configuration,
): readonly FieldError[] {
  if (raw === undefined) return [];
  const isReceived = webhook !== undefined || redirectUri !== undefined || configuration.webhook !== undefined;
  return [
    ...rawFindings(raw, configuration),
    ...(isReceived ? [] : [{ pointer: '/raw', detail: 'Nothing receives it: add a webhook, or redirectUri' }]),
  ];
}

/** What nobody receives is not kept. @param receiver a webhook, or the address to which a response code is added */
export function receivedRaw(configuration: Configuration, receiver: unknown): Configuration {
  if (configuration.raw === undefined || receiver !== undefined) return configuration;
  const { raw: _, ...others } = configuration;
  return others;
}
