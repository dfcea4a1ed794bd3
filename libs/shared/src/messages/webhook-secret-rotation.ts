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
        'Seconds that earlier secrets sign too, so that receivers verify with either; 0 ends them at once. Default: a day',
    },
  },
  { example: { overlap: 86400 } },
);

export type WebhookSecretRotation = Static<typeof webhookSecretRotationSchema>;
