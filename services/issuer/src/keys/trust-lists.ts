/** `/trust/lists` and `GET /trust/entries`: a tenant's trust lists, their sources and their content. */

import { sourceFindings } from '@countersign/european-trust/lists/written-source';
import { entriesView, listView } from '@countersign/european-trust/refresh/list-view';
import { listStates } from '@countersign/european-trust/refresh/loaded-lists';
import { type StoredSource, sourceOf as writtenSource } from '@countersign/european-trust/refresh/stored-sources';
import type { TenantLists } from '@countersign/european-trust/refresh/tenant-lists';
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { placesOf } from '@countersign/shared/http/validate';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { pemFindings } from './trust-upload.ts';

export interface TrustListOperations {
  readonly list: Operation;
  readonly get: Operation;
  readonly put: Operation;
  /** For an import: what `put` would report; returns `{findings}`. */
  readonly check: Operation;
  /** For an export: every stored source as written. */
  readonly whole: Operation;
  readonly delete: Operation;
  readonly entries: Operation;
}

export function trustListOperations(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  { lists, stored }: Pick<TenantLists, 'lists' | 'stored'>,
): TrustListOperations {
  const one = async (tenant: string, id: string): Promise<JsonObject> => {
    const from = (await lists.sources(tenant)).find(({ source }) => source.id === id);
    if (from === undefined) throw unknownList();
    const [state] = await listStates(store, tenant, [from], clock());
    const written = (await stored.written(tenant)).find((entry) => entry.id === id);
    const view = listView(from, state?.document, clock());
    return written === undefined ? view : { ...view, pem: written.pem, source: written.source };
  };
  return {
    get: async ({ tenant, params: { id = '' } }) => ({ body: await one(tenant, id) }),
    put: async (request) => {
      const written = sourceIn(request);
      const errors = sourceErrors(written);
      if (errors.length > 0) throw invalid(errors);
      await stored.put(request.tenant, { ...written, createdAt: clock() });
      // The sources that are read next are at most a second older.
      const from = writtenSource(written);
      const [state] = await listStates(store, request.tenant, [from], clock());
      return { body: { ...listView(from, state?.document, clock()), pem: written.pem, source: written.source } };
    },
    check: async (request) => ({ body: { findings: [...sourceErrors(sourceIn(request))] } }),
    whole: async ({ tenant }) => ({
      body: (await stored.written(tenant)).map(({ id, pem, source }) => ({ id, pem, ...source, source: 'api' })),
    }),
    delete: async ({ tenant, params: { id = '' } }) => {
      if (await stored.delete(tenant, id)) return { body: {} };
      const from = (await lists.sources(tenant)).find(({ source }) => source.id === id);
      throw from === undefined ? unknownList() : notStored(from.pointedBy);
    },
    list: async ({ tenant }) => {
      const now = clock();
      const states = await listStates(store, tenant, await lists.sources(tenant), now);
      return { body: states.map(({ from, document }) => listView(from, document, now)) };
    },
    entries: async ({ tenant, query }) => {
      const from = (await lists.sources(tenant)).find(({ source }) => source.id === query.list);
      if (from === undefined) throw unknownList();
      const read = await lists.last(tenant, from);
      return { body: entriesView(read?.list.entries ?? [], { search: query.search ?? '' }) };
    },
  };
}

type Written = Omit<StoredSource, 'createdAt'>;

function sourceIn(request: OperationRequest): Written {
  const { id, pem, $schema: _, ...source } = bodyObject(request);
  return { id: String(id), pem: String(pem), source: isObject(source) ? source : {} };
}

/** As for files: an expired signer is no reason to refuse, because the list may have announced its successor. */
function sourceErrors({ pem, source }: Written): readonly FieldError[] {
  return [...sourceFindings(source), ...pemFindings(pem, { pinned: true, now: Number.NEGATIVE_INFINITY })];
}

function invalid(errors: readonly FieldError[]): ProtocolError {
  const facts = placesOf(errors);
  const why = { reason: 'trust_list_invalid', facts, errors } as const;
  return new ProtocolError('invalid_request', 'The source of the trust list is not valid', why);
}

export function unknownList(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such trust list', { reason: 'trust_list_unknown' });
}

function notStored(pointedBy: string | undefined): ProtocolError {
  const detail = pointedBy === undefined ? 'file' : 'pointer';
  const text = 'This trust list was not stored through the API';
  return new ProtocolError('conflict', text, { reason: 'trust_list_not_stored', facts: { detail } });
}
