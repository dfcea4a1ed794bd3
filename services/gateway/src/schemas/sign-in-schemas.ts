/** JSON Schemas of client and console logins. */

import { closed, dateTime, open, text } from '@countersign/shared/http/schema-parts';
import type { Static } from '@countersign/shared/http/static-type';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { roles } from '@countersign/shared/kernel/role';

const secret = { ...text, minLength: 1, maxLength: 1024 } as const;

export const consoleLoginSchema = closed(
  'ConsoleLogin',
  [],
  {
    api_key: { ...secret, description: 'AUTH_API_KEY, for variant A' },
    client_id: { ...secret, maxLength: 256 },
    client_secret: secret,
  },
  {
    description: 'Either `api_key`, or `client_id` and `client_secret`',
    example: { client_id: 'root', client_secret: 'the secret of the client' },
  },
);

export type ConsoleLogin = Static<typeof consoleLoginSchema>;

/** A client's request for a bearer token (RFC 6749, 4.4). */
export const tokenRequestSchema = closed(
  'TokenRequest',
  ['client_id', 'client_secret'],
  {
    client_id: { type: 'string', minLength: 1, maxLength: 256 },
    client_secret: { type: 'string', minLength: 1, maxLength: 1024 },
    grant_type: { type: 'string', enum: ['client_credentials'] },
  },
  { example: { client_id: 'root', client_secret: 'secret-of-the-client' } },
);

export type TokenRequest = Static<typeof tokenRequestSchema>;

export const consoleSessionSchema: JsonObject = open(
  'ConsoleSession',
  ['tenant', 'variant', 'role', 'platform', 'name'],
  {
    tenant: { ...text, description: 'The tenant that calls are about' },
    home: { ...text, description: 'Tenant of the sign-in, while a platform administrator works in a different one' },
    variant: { type: 'string', enum: ['a', 'b'] },
    role: { type: 'string', enum: [...roles] },
    platform: { type: 'boolean', description: 'Whether the caller manages the whole installation' },
    name: { ...text, description: 'Name of the signed-in user or client' },
    profile: {
      type: 'string',
      enum: ['open', 'haip', 'eu'],
      description: "The tenant's; absent if its `tenant.json` has an error",
    },
    expiresAt: { ...dateTime, description: 'End of the sign-in; absent for an API key or bearer token' },
  },
  {
    example: {
      tenant: 'root',
      variant: 'b',
      role: 'admin',
      platform: true,
      name: 'root',
      profile: 'open',
      expiresAt: '2026-01-26T17:30:00.000Z',
    },
  },
);

const setting = open('EffectiveSetting', ['name', 'source', 'secret', 'meaning'], {
  name: text,
  value: { description: 'String, number, boolean or list; `***` if it may contain a secret; absent if not set' },
  source: { type: 'string', enum: ['environment', 'default', 'none'] },
  secret: { type: 'boolean' },
  meaning: text,
});

export const effectiveSettingsSchema: JsonObject = open('EffectiveSettings', ['version', 'license', 'settings'], {
  version: text,
  license: text,
  settings: { type: 'array', items: setting },
});
