/** `dispatcher.secret.rotate`: how long the earlier secret signs too. */
import { closed } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';

export const webhookSecretRotationSchema = closed(
  'WebhookSecretRotation',
  [],
  {
    overlap: {
      type: 'integer',
      minimum: 0,
      maximum: 2_592_000,
      description:
        'Overlap in seconds: earlier secrets also sign, so that receivers can verify with either; 0 ends them immediately. Default: a day',
    },
  },
  { example: { overlap: 86400 } },
);

export type WebhookSecretRotation = Static<typeof webhookSecretRotationSchema>;
