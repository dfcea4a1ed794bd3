/** Clients that authenticate by their secret, or not at all (OpenID Connect Core 1.0, 9). Pure. */
import { sameSecret } from '../authenticate/client-secret.ts';
import type { LoginClient } from './client.ts';

export interface ClientFields {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** @returns undefined for a client that signs assertions, and for anything that isn't right */
export function clientBySecret(
  authorization: string | undefined,
  fields: ClientFields,
  clients: readonly LoginClient[],
): LoginClient | undefined {
  const given = authorization === undefined ? fields : basicFields(authorization, fields);
  const client = clients.find(({ id }) => id === given?.client_id);
  return client !== undefined && isRight(client, given?.client_secret) ? client : undefined;
}

function isRight({ authMethod, secret }: LoginClient, given: string | undefined): boolean {
  if (authMethod === 'none') return given === undefined;
  if (authMethod !== 'client_secret_basic' && authMethod !== 'client_secret_post') return false;
  return secret !== undefined && given !== undefined && sameSecret(secret, given);
}

/** RFC 6749, 2.3.1: both parts are form-encoded, and there is only one way of authentication. */
function basicFields(authorization: string, fields: ClientFields): ClientFields | undefined {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || fields.client_secret !== undefined) return undefined;
  const id = formDecoded(text.slice(0, colon));
  if (fields.client_id !== undefined && fields.client_id !== id) return undefined;
  return { client_id: id, client_secret: formDecoded(text.slice(colon + 1)) ?? '' };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return undefined;
  }
}
