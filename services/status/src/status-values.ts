/** `status.values`: what stands at places of a tenant's lists, for the verifier: no token is signed or unpacked. Internal. */

import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json } from '@countersign/shared/kernel/json';
import type { HeldList } from './published-list.ts';
import type { HeldLists } from './published-lists.ts';

interface Reference {
  readonly n: number;
  readonly idx: number;
}

/** Most references of one question. */
const MOST = 1000;

/**
 * Body `{references: [{n, idx}]}` -> `{values: [0 | 1 | null]}` in that order, null where there is no such list or entry.
 * As fresh as the published lists; where the store is away nothing is said.
 * @throws ProtocolError `invalid_request`, `temporarily_unavailable`
 */
export function createValues(lists: HeldLists): Operation {
  return async (request) => {
    const references = parseReferences(bodyObject(request).references);
    const numbers = [...new Set(references.map(({ n }) => n))];
    const found = await Promise.all(numbers.map(async (n) => [n, await listOrNone(lists, request.tenant, n)] as const));
    const byNumber = new Map(found);
    return { body: { values: references.map(({ n, idx }) => byNumber.get(n)?.valueOf(idx) ?? null) } };
  };
}

async function listOrNone(lists: HeldLists, tenant: string, n: number): Promise<HeldList | undefined> {
  // A list without an entry has no place that means anything, and its tenant may not exist: no key is made for it.
  if (!(await lists.exists(tenant, n))) return undefined;
  try {
    return await lists.ask(tenant, n, 'refuse');
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function parseReferences(value: Json | undefined): readonly Reference[] {
  if (!Array.isArray(value) || value.length > MOST || !value.every(isReference)) {
    throw new ProtocolError('invalid_request', `references are at most ${MOST} places of status lists`);
  }
  return value as unknown as readonly Reference[];
}

function isReference(value: Json): boolean {
  if (!isObject(value)) return false;
  const { n, idx } = value;
  return Number.isSafeInteger(n) && Number(n) >= 1 && Number.isSafeInteger(idx) && Number(idx) >= 0;
}
