/** Tenants from the API: created, suspended, resumed and erased by the platform. */

import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { nextLink } from '@countersign/shared/http/next-link';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type TenantRecord, tenants } from '@countersign/shared/model/tenant/tenants';
import type { CachedTenants } from '@countersign/shared/runtime/cached-tenants';
import type { Platform } from '@countersign/shared/runtime/service';
import { type Transition, takeTransition } from '@countersign/shared/store/update-document';
import { type Clients, isTenantId } from '../authenticate/clients.ts';
import type { TenantExists } from '../authenticate/tenants.ts';
import { readLimit } from '../request/page.ts';
import { noSuch } from '../request/parameters.ts';
import type { TenantRequest } from '../schemas/tenant-schemas.ts';
import { fileTenants } from './file-tenants.ts';
import { beginErasure, createdTenant, type LifeResult, resumeTenant, suspendTenant } from './tenant-transitions.ts';
import { fileTenantView, tenantView } from './tenant-view.ts';

export interface TenantParts {
  readonly platform: Pick<Platform, 'settings' | 'store' | 'clock'>;
  /** Clients of clients.json and the environment. */
  readonly clients: Clients;
  /** Whether a folder or one of those clients declares the tenant. */
  readonly ofFiles: TenantExists;
  readonly cachedTenants: CachedTenants;
  readonly reserved: ReadonlySet<string>;
}

export interface TenantOperations {
  readonly list: Operation;
  readonly create: Operation<TenantRequest>;
  readonly get: Operation;
  readonly suspend: Operation;
  readonly resume: Operation;
  readonly erase: Operation;
}

export function tenantOperations(parts: TenantParts): TenantOperations {
  const { store, clock } = parts.platform;
  return {
    list: listTenants(parts),
    create: async (request) => ({ body: await create(parts, request.body) }),
    get: async ({ params }) => {
      const id = params.tenant ?? '';
      const record = await store.get(tenants, id);
      const ofFiles = await parts.ofFiles(id);
      if (record !== undefined) return { body: tenantView(record, ofFiles) };
      if (!ofFiles) throw noSuch('tenant');
      return { body: fileTenantView(id) };
    },
    suspend: changeLife(parts, (tenant) => suspendTenant(tenant, clock())),
    resume: changeLife(parts, (tenant) => resumeTenant(tenant, clock())),
    erase: changeLife(parts, (tenant, { client = '', tenant: ofCaller, id: request }) =>
      beginErasure(tenant, { client, tenant: ofCaller, request }, clock()),
    ),
  };
}

/** Tenants from files come first, on the first page. */
function listTenants(parts: TenantParts): Operation {
  const { platform, ofFiles } = parts;
  return async ({ query, url }) => {
    const { after } = query;
    const limit = readLimit(query.limit);
    const wanted = { index: 'newest', order: 'descending', limit } as const;
    const found = await platform.store.find(tenants, after === undefined ? wanted : { ...wanted, after });
    const first = after === undefined ? (await fileTenants(parts)).map(fileTenantView) : [];
    const stored = await Promise.all(
      found.documents.map(async (record) => tenantView(record, await ofFiles(record.id))),
    );
    const link =
      found.next === undefined
        ? {}
        : { headers: { link: nextLink({ url, query, keep: [], limit, after: found.next }) } };
    return { body: [...first, ...stored], ...link };
  };
}

async function create({ platform, ofFiles, cachedTenants, reserved }: TenantParts, body: TenantRequest) {
  const { id: tenant } = body;
  if (!isTenantId(tenant, reserved)) {
    throw new ProtocolError('invalid_request', 'This id is reserved', {
      reason: 'tenant_id_reserved',
      errors: [{ pointer: '/id', detail: 'is a reserved word' }],
    });
  }
  if (await ofFiles(tenant)) throw ofFilesAlready();
  const inserted = await platform.store.insert(tenants, createdTenant(body, platform.clock()));
  if (inserted === undefined) {
    const state = (await platform.store.get(tenants, tenant))?.life.state ?? 'active';
    throw new ProtocolError('conflict', 'This id is taken', { reason: 'tenant_id_taken', facts: { state } });
  }
  cachedTenants.forget(tenant);
  return tenantView(inserted, false);
}

/** @param decide the requested transition */
function changeLife(
  { platform, ofFiles, cachedTenants }: TenantParts,
  decide: (tenant: TenantRecord, request: OperationRequest) => Transition<TenantRecord, LifeResult>,
): Operation {
  return async (request) => {
    const id = request.params.tenant ?? '';
    if (await ofFiles(id)) throw ofFilesAlready();
    const taken = await takeTransition(platform.store, tenants, id, (tenant) => decide(tenant, request));
    if (taken === undefined) throw noSuch('tenant');
    cachedTenants.forget(id);
    if (taken.result !== 'done' && taken.result !== 'was') {
      throw new ProtocolError('conflict', `The tenant is ${taken.result}`, {
        reason: 'tenant_state',
        facts: { state: taken.result },
      });
    }
    return { body: tenantView(taken.document, false) };
  };
}

function ofFilesAlready(): ProtocolError {
  return new ProtocolError('conflict', 'The tenant comes from files or the environment', {
    reason: 'tenant_of_files',
  });
}
