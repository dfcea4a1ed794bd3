/** The management client with an id: from clients.json or the environment, otherwise created through the API. */
import type { Clock } from '@countersign/shared/kernel/clock';
import { createSharedReads } from '@countersign/shared/kernel/shared-reads';
import { type ClientDocument, clients as storedClients } from '@countersign/shared/model/tenant/clients';
import { CACHED_FOR, MAX_CACHED } from '@countersign/shared/runtime/cached-tenants';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import type { Store } from '@countersign/shared/store/port';
import type { Client } from './client.ts';
import { sameSecret } from './client-secret.ts';
import { acceptedSecrets } from './client-secrets.ts';
import type { Clients } from './clients.ts';

/** Reads from the store are cached for at most half a second, so a rotation has reached every process by then. */
export interface ClientOf {
  (id: string): Promise<Client | undefined>;
  /** The next call for this id reads the store. */
  forget(id: string): void;
}

/** Client ids are unique across all tenants: a login's tenant is its client's. */
const allClients = overAllTenants(storedClients);

export function createClientOf({
  clients,
  store,
  clock,
}: {
  readonly clients: Clients;
  readonly store: Store;
  readonly clock: Clock;
}): ClientOf {
  const reads = createSharedReads({
    read: async (id) => ({ document: await store.get(allClients, id) }),
    clock,
    cacheFor: CACHED_FOR,
    most: MAX_CACHED,
  });
  const clientOf = async (id: string): Promise<Client | undefined> => {
    const ofFiles = (await clients()).get(id);
    if (ofFiles !== undefined) return ofFiles;
    const { document } = await reads.of(id);
    return document === undefined ? undefined : fromDocument(document, clock());
  };
  return Object.assign(clientOf, { forget: reads.forget });
}

/** Undefined if no secret is accepted: a locked client is treated like an unknown one. */
function fromDocument(document: ClientDocument, now: number): Client | undefined {
  const [present, former] = acceptedSecrets(document, now).toReversed();
  if (present === undefined) return undefined;
  const { id, tenant, role } = document;
  const secretOf = ({ id: name, hash }: typeof present) => ({ kind: 'scrypt', stored: hash, name }) as const;
  return {
    id,
    tenant,
    role,
    secret: secretOf(present),
    ...(former === undefined ? {} : { former: secretOf(former) }),
  };
}

/** A secret as the backend receives it. @param name the secret's, 8 hexadecimal digits */
export function secretText(name: string, random: Buffer): string {
  return `cs_${name}_${random.toString('base64url')}`;
}

/**
 * The client with the one secret to compare a login with, so that each login costs one hash: the previous one if the
 * text contains its name, or equals it in plain text.
 */
export function withNamedSecret(client: Client, text: string): Client {
  const { former } = client;
  if (former === undefined) return client;
  const name = /^cs_([0-9a-f]{8})_/.exec(text)?.[1];
  const isFormer =
    former.kind === 'plain' ? sameSecret(text, former.stored) : name !== undefined && name === former.name;
  return isFormer ? { ...client, secret: former } : client;
}
