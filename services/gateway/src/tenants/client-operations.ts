/** Management clients of a tenant, for the platform and for administrators of the tenant itself. A secret is shown once. */

import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { nextLink } from '@countersign/shared/http/next-link';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { clientIdOfTenant } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Random } from '@countersign/shared/kernel/random';
import { type ClientDocument, clients as storedClients } from '@countersign/shared/model/tenant/clients';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { type ClientOf, secretText } from '../authenticate/client-of.ts';
import { hashSecret } from '../authenticate/client-secret.ts';
import {
  acceptedSecrets,
  changedClient,
  createdClient,
  type NewSecret,
  rotateSecret,
} from '../authenticate/client-secrets.ts';
import type { Clients } from '../authenticate/clients.ts';
import type { TenantStatusOf } from '../authenticate/tenant-status.ts';
import { readLimit } from '../request/page.ts';
import { noSuch } from '../request/parameters.ts';
import type { ClientRotation, ManagedClientChange, ManagedClientRequest } from '../schemas/tenant-schemas.ts';
import { clientView, fileClientView } from './tenant-view.ts';

export interface ClientParts {
  readonly platform: Pick<Platform, 'store' | 'clock' | 'random'>;
  /** Clients of clients.json and the environment. */
  readonly clients: Clients;
  readonly clientOf: ClientOf;
  readonly tenantStatusOf: TenantStatusOf;
}

export interface ClientOperations {
  readonly list: Operation;
  readonly create: Operation<ManagedClientRequest>;
  readonly change: Operation<ManagedClientChange>;
  readonly rotate: Operation<ClientRotation>;
  readonly remove: Operation;
}

/** Seconds for which the previous secret is accepted if the request does not specify it. */
const OVERLAP = 3600;
const NAME_BYTES = 4;
const SECRET_BYTES = 32;
const ID_BYTES = 6;

export function clientOperations(parts: ClientParts): ClientOperations {
  return {
    list: listClients(parts),
    create: (request) => create(parts, request),
    change: (request) => change(parts, request),
    rotate: (request) => rotate(parts, request),
    remove: (request) => remove(parts, request),
  };
}

/** Clients from files come first, on the first page. */
function listClients(parts: ClientParts): Operation {
  const { store, clock } = parts.platform;
  return async (request) => {
    const tenant = await managedTenant(parts, request);
    const { query, url } = request;
    const { after } = query;
    const limit = readLimit(query.limit);
    const wanted = { index: 'list', limit } as const;
    const found = await ofTenant(store, tenant).find(
      storedClients,
      after === undefined ? wanted : { ...wanted, after },
    );
    const files = [...(await parts.clients()).values()].filter((client) => client.tenant === tenant);
    const first = after === undefined ? files.map(fileClientView) : [];
    const stored = found.documents.map((client) => ({
      ...clientView(client, clock()),
      ...(files.some(({ id }) => id === client.id) ? { hiddenByFiles: true } : {}),
    }));
    const link =
      found.next === undefined
        ? {}
        : { headers: { link: nextLink({ url, query, keep: [], limit, after: found.next }) } };
    return { body: [...first, ...stored], ...link };
  };
}

async function create(
  parts: ClientParts,
  request: OperationRequest<ManagedClientRequest>,
): Promise<{ body: JsonObject }> {
  const { store, clock, random } = parts.platform;
  const tenant = await managedTenant(parts, request);
  const { client_id: given, role = 'admin', ...named } = request.body;
  const id = idOf(request, { tenant, given, random });
  if ((await parts.clients()).has(id)) throw taken();
  const made = await newSecret(parts);
  const client = createdClient({ id, tenant, role, ...named }, made.stored, clock());
  const inserted = await ofTenant(store, tenant).insert(storedClients, client);
  if (inserted === undefined) throw taken();
  parts.clientOf.forget(id);
  return { body: { ...clientView(inserted, clock()), client_secret: made.text } };
}

/** If ids were chosen freely among all tenants', one tenant's administrator could find out and occupy another's. */
function idOf(
  { platform }: Pick<OperationRequest, 'platform'>,
  { tenant, given, random }: { readonly tenant: string; readonly given: string | undefined; readonly random: Random },
): string {
  if (given === undefined) return `${tenant.slice(0, 100)}-${random(ID_BYTES).toString('hex')}`;
  return platform === true ? given : clientIdOfTenant(tenant, given);
}

async function change(
  parts: ClientParts,
  request: OperationRequest<ManagedClientChange>,
): Promise<{ body: JsonObject }> {
  const { clock } = parts.platform;
  const { own, client } = await managedClient(parts, request);
  const wanted = (one: ClientDocument) => changedClient(one, request.body, clock());
  const changed = await own.update(storedClients, client.id, wanted, client);
  if (changed === undefined) throw noSuch('client');
  parts.clientOf.forget(client.id);
  return { body: clientView(changed, clock()) };
}

async function rotate(parts: ClientParts, request: OperationRequest<ClientRotation>): Promise<{ body: JsonObject }> {
  const { clock } = parts.platform;
  const { own, client } = await managedClient(parts, request);
  const overlap = (request.body.overlap ?? OVERLAP) * 1000;
  const made = await newSecret(parts);
  const decide = (one: ClientDocument) => rotateSecret(one, made.stored, { overlap, now: clock() });
  const rotated = await own.takeTransition(storedClients, client.id, decide, client);
  if (rotated === undefined) throw noSuch('client');
  if (rotated.result === 'overlapping') throw overlapping(rotated.document, clock());
  parts.clientOf.forget(client.id);
  return { body: { ...clientView(rotated.document, clock()), client_secret: made.text } };
}

async function remove(parts: ClientParts, request: OperationRequest): Promise<{ body: JsonObject }> {
  const { own, client } = await managedClient(parts, request);
  for (let present: ClientDocument | undefined = client; present !== undefined; ) {
    if (await own.delete(storedClients, present)) break;
    present = await own.get(storedClients, client.id);
  }
  parts.clientOf.forget(client.id);
  return { body: {} };
}

/** The path's tenant: any for the platform, otherwise only the caller's. */
async function managedTenant(
  { tenantStatusOf }: ClientParts,
  { tenant: ofCaller, params, platform }: OperationRequest<unknown>,
): Promise<string> {
  const tenant = params.tenant ?? '';
  if (platform !== true && tenant !== ofCaller) throw noSuch('tenant');
  const found = await tenantStatusOf(tenant);
  if (found === undefined || found === 'gone') throw noSuch('tenant');
  return tenant;
}

async function managedClient(
  parts: ClientParts,
  request: OperationRequest<unknown>,
): Promise<{ readonly own: TenantStore; readonly client: ClientDocument }> {
  const tenant = await managedTenant(parts, request);
  const own = ofTenant(parts.platform.store, tenant);
  const id = request.params.clientId ?? '';
  const ofFiles = (await parts.clients()).get(id);
  if (ofFiles?.tenant === tenant) {
    throw new ProtocolError('conflict', 'The client comes from clients.json or the environment', {
      reason: 'managed_client_of_files',
    });
  }
  const client = await own.get(storedClients, id);
  if (client === undefined) throw noSuch('client');
  return { own, client };
}

async function newSecret({
  platform: { random },
}: ClientParts): Promise<{ readonly text: string; readonly stored: NewSecret }> {
  const id = random(NAME_BYTES).toString('hex');
  const text = secretText(id, random(SECRET_BYTES));
  return { text, stored: { id, hash: await hashSecret(text, random) } };
}

function overlapping(client: ClientDocument, now: number): ProtocolError {
  const until = Math.max(now, ...acceptedSecrets(client, now).map(({ until: end = now }) => end));
  const retryAfterSeconds = Math.ceil((until - now) / 1000);
  return new ProtocolError('conflict', 'The previous secret is still accepted', {
    reason: 'client_secrets_overlap',
    facts: { retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

function taken(): ProtocolError {
  return new ProtocolError('conflict', 'A client with this id exists', { reason: 'managed_client_taken' });
}
