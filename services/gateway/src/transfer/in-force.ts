/** What a tenant issues and requests now, with secrets. */
import { type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { readParts, type TenantParts } from './tenant-parts.ts';

export type TransferPlatform = Pick<Platform, 'call'>;

/** Kinds with several configurations, in the order of writing: a credential may need a presentation. */
export const listedKinds = ['presentation', 'issuance'] as const;
export type ListedKind = (typeof listedKinds)[number];
export const serviceOf = { presentation: 'verifier', issuance: 'issuer' } as const satisfies Record<ListedKind, string>;

export interface InForce extends Readonly<Record<ListedKind, readonly JsonObject[]>> {
  readonly signIn?: JsonObject;
  readonly parts: TenantParts;
}

/** Reads the complete configuration of a tenant. Unusable configurations are left out. */
export type ReadInForce = (request: OperationRequest) => Promise<InForce>;

export function createReadInForce({ call }: TransferPlatform): ReadInForce {
  const listed = async (request: OperationRequest, kind: ListedKind): Promise<readonly JsonObject[]> => {
    const { body } = await call(`${serviceOf[kind]}.configuration.list`, onBehalfOf(request, { method: 'GET' }));
    const all = Array.isArray(body) ? body.filter(isObject) : [];
    return all.filter(({ error }) => error === undefined).map(asWritten);
  };
  return async (request) => {
    const [presentation, issuance, { body: signIn }, parts] = await Promise.all([
      listed(request, 'presentation'),
      listed(request, 'issuance'),
      call('issuer.sign-in.whole', onBehalfOf(request, { method: 'GET' })),
      readParts({ call }, request),
    ]);
    return {
      presentation,
      issuance,
      parts,
      ...(isObject(signIn) && Object.keys(signIn).length > 0 ? { signIn } : {}),
    };
  };
}

/** Id and source first; without the list's additional members. */
function asWritten({ id, source, findings: _, createdAt: __, updatedAt: ___, ...written }: JsonObject): JsonObject {
  return { id, source, ...written };
}
