/** `POST /webhooks/test`: finds the webhook that a backend names, and lets the dispatcher, which has the way out, call it. */

import { type ConfigurationReader, readConfigurations } from '@countersign/shared/flow-config/read-configurations';
import { neutralWebhook } from '@countersign/shared/flow-config/webhook-config';
import { type Operation, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { noSuch } from './request/parameters.ts';
import type { WebhookTest } from './schemas/webhook-schemas.ts';

/** Each kind by its name in a body: which configurations have the webhook, and where. */
const places = {
  presentation: { of: 'verifier', webhook: (configuration: JsonObject) => configuration.webhook },
  issuance: {
    of: 'issuer',
    webhook: (configuration: JsonObject) => webhookOf(configuration.presentation_during_issuance),
  },
  refresh: { of: 'issuer', webhook: (configuration: JsonObject) => webhookOf(configuration.refresh) },
} as const;

/** @throws ProtocolError `invalid_request`, `not_found`, `rate_limited` */
export function testWebhook(platform: ConfigurationReader): Operation<WebhookTest> {
  return async (request) => {
    const webhook = await namedWebhook(platform, request);
    return platform.call(
      'dispatcher.test',
      onBehalfOf(request, { method: 'POST', body: { webhook }, encoding: 'json' }),
    );
  };
}

async function namedWebhook(platform: ConfigurationReader, request: OperationRequest<WebhookTest>): Promise<Json> {
  const { webhook, configurationId: id, kind } = request.body;
  if (webhook !== undefined && id === undefined && kind === undefined) return webhook;
  if (webhook !== undefined || id === undefined || kind === undefined) {
    throw new ProtocolError('invalid_request', 'Either webhook, or configurationId with kind, must be given', {
      reason: 'body_invalid',
      facts: { parameters: ['webhook', 'configurationId', 'kind'] },
    });
  }
  const { of, webhook: webhookIn } = places[kind];
  const listed = (await readConfigurations(platform, request, of)).find((one) => one.id === id);
  if (listed === undefined) throw noSuch('configuration');
  const found = neutralWebhook(webhookIn(listed.configuration));
  if (found !== undefined) return found;
  throw new ProtocolError('not_found', 'The configuration has no webhook there', { reason: 'webhook_unknown' });
}

function webhookOf(holder: Json | undefined): Json | undefined {
  return isObject(holder) ? holder.webhook : undefined;
}
