/** `POST /trust/lists/{id}/bytes`: a trust list that an operator hands over, because the server cannot reach its address. */
import { ListError } from '@countersign/european-trust/lists/list-error';
import { type HandedOver, loadList } from '@countersign/european-trust/refresh/load-list';
import type { TenantLists } from '@countersign/european-trust/refresh/tenant-lists';
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { unknownList } from './trust-lists.ts';

/** @param view of `GET /trust/lists/{id}` */
export function trustListLoading(
  platform: Pick<Platform, 'store' | 'clock' | 'random' | 'log'>,
  { lists, reader }: Pick<TenantLists, 'lists' | 'reader'>,
  view: Operation,
): Operation {
  return async (request) => {
    const { tenant, params } = request;
    const from = (await lists.sources(tenant)).find(({ source }) => source.id === params.id);
    if (from === undefined) throw unknownList();
    try {
      await loadList({ platform, lists, reader }, { tenant, from }, handedOver(bodyObject(request)));
    } catch (error) {
      throw error instanceof ListError ? refused(error) : error;
    }
    return view(request);
  };
}

function handedOver({ bytes, pivots = [] }: JsonObject): HandedOver {
  const listed = Array.isArray(pivots) ? pivots.filter(isObject) : [];
  return {
    bytes: decoded(bytes),
    pivots: new Map(listed.map((one) => [String(one.url), decoded(one.bytes)])),
  };
}

/** Text that isn't base64 becomes bytes whose signature isn't valid. */
function decoded(text: unknown): Buffer {
  return Buffer.from(String(text), 'base64');
}

function refused(cause: ListError): ProtocolError {
  const { reason: detail, findings, facts } = cause;
  const errors = findings.map((one) => ({
    pointer: '/bytes',
    detail: one.pointer === '' ? one.detail : `${one.detail} (${one.pointer})`,
  }));
  const why = { reason: 'trust_list_refused', facts: { ...facts, detail }, errors, cause } as const;
  return new ProtocolError('invalid_request', 'The trust list is refused', why);
}
