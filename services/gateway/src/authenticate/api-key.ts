/** The API key of variant A. While it is changed the previous one is accepted too. */
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Settings } from '@countersign/shared/settings/settings';
import type { Client } from './client.ts';
import { sameSecret } from './client-secret.ts';

type KeySettings = Pick<Settings, 'AUTH_API_KEY' | 'AUTH_API_KEY_PREVIOUS'>;

/** Client id of the API key, in audit records too. */
export const API_KEY_CLIENT = 'api-key';

/** The API key's client; undefined if variant A is off. */
export function apiKeyClient({
  AUTH_API_KEY: stored,
  AUTH_API_KEY_PREVIOUS: previous,
}: KeySettings): Client | undefined {
  if (stored === undefined) return undefined;
  return {
    id: API_KEY_CLIENT,
    tenant: DEFAULT_TENANT,
    role: 'admin',
    secret: { kind: 'plain', stored },
    ...(previous === undefined ? {} : { former: { kind: 'plain', stored: previous } }),
  };
}

/** Whether a key is accepted. It is compared with both, so the time doesn't reveal which one matches. */
export function isApiKey(
  { AUTH_API_KEY: present, AUTH_API_KEY_PREVIOUS: previous }: KeySettings,
  key: string,
): boolean {
  if (present === undefined) return false;
  const equal = [present, previous ?? present].map((accepted) => sameSecret(key, accepted));
  return equal.includes(true);
}
