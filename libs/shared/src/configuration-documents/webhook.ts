/** The description of a webhook in a configuration or a request. */
import { closed } from '../http/schema-parts.ts';
import { webhook } from './configuration-examples.ts';

const webHookAuthConfig = closed('WebHookAuthConfig', ['type', 'config'], {
  type: { type: 'string', enum: ['apiKey'] },
  config: closed('WebHookAuthHeader', ['headerName', 'value'], {
    headerName: {
      type: 'string',
      format: 'header-name',
      description: 'Not an HTTP header, and not a header of the signature',
    },
    value: { type: 'string', format: 'header-value', maxLength: 4096 },
  }),
});

/** `auhth` is the spelling of variant A; both are accepted in both. */
export const webhookConfigSchema = closed(
  'WebhookConfig',
  ['url'],
  {
    url: {
      type: 'string',
      format: 'http-url',
      description: 'Public https. http and private addresses only if OUTBOUND_ALLOW lists them',
    },
    auth: webHookAuthConfig,
    auhth: webHookAuthConfig,
    signingSecret: {
      type: 'string',
      pattern: '^whsec_[A-Za-z0-9+/_-]{32,128}={0,2}$',
      description: "Signing secret, base64 of 24 to 64 bytes. Without it the tenant's own secret is used",
    },
  },
  { description: '`auth` and `auhth` are two spellings of one member: give one of them', example: webhook },
);

export const webhookOrUrl = {
  description: 'A WebhookConfig, or only its URL',
  anyOf: [{ type: 'string', format: 'http-url' }, webhookConfigSchema],
} as const;
