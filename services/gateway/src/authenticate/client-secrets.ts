/** The secrets of a management client. At most two are accepted at the same time. Pure; times in milliseconds. */

import type { ClientDocument, ClientSecret } from '@countersign/shared/model/tenant/clients';
import type { Transition } from '@countersign/shared/store/update-document';

export type NewSecret = Pick<ClientSecret, 'id' | 'hash'>;

/** A client with its first secret, to be inserted. */
export function createdClient(
  client: Pick<ClientDocument, 'id' | 'tenant' | 'role' | 'name'>,
  secret: NewSecret,
  now: number,
): Omit<ClientDocument, 'rev'> {
  return { ...client, secrets: [{ ...secret, createdAt: now }], createdAt: now, updatedAt: now };
}

/** The secrets that are accepted now. */
export function acceptedSecrets({ secrets }: Pick<ClientDocument, 'secrets'>, now: number): readonly ClientSecret[] {
  return secrets.filter(({ until }) => until === undefined || now < until);
}

/**
 * Replaces the current secret. The previous one is accepted for the overlap, so that backends can change one by one.
 * @param overlap milliseconds; 0 ends every other secret immediately
 * @returns result: `overlapping` if an earlier change still runs, because a third secret would end one that is in use
 */
export function rotateSecret(
  client: ClientDocument,
  secret: NewSecret,
  { overlap, now }: { readonly overlap: number; readonly now: number },
): Transition<ClientDocument, 'rotated' | 'overlapping'> {
  const accepted = acceptedSecrets(client, now);
  if (overlap > 0 && accepted.length > 1) return { document: client, result: 'overlapping' };
  const kept = overlap > 0 ? accepted.map((one) => ({ ...one, until: now + overlap })) : [];
  const secrets = [...kept, { ...secret, createdAt: now }];
  return { document: { ...client, secrets, updatedAt: now }, result: 'rotated' };
}

/** Ends every secret: the client waits for its next rotation. */
export function lockClient(client: ClientDocument, now: number): ClientDocument {
  return client.secrets.length === 0 ? client : { ...client, secrets: [], updatedAt: now };
}

/** The client with a different role or name. */
export function changedClient(
  client: ClientDocument,
  { role, name }: Partial<Pick<ClientDocument, 'role' | 'name'>>,
  now: number,
): ClientDocument {
  const next = { ...client, ...(role === undefined ? {} : { role }), ...(name === undefined ? {} : { name }) };
  return next.role === client.role && next.name === client.name ? client : { ...next, updatedAt: now };
}
