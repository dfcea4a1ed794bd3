/** `status.values`: reads values of a tenant's lists for the verifier, without a token. Internal. */

import { internalBody } from '@countersign/shared/http/internal-body';
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { statusReferencesSchema } from '@countersign/shared/messages/status-references';
import type { PublishedList } from '../list/published-list.ts';
import type { PublishedLists } from '../list/published-lists.ts';

const read = internalBody(statusReferencesSchema);

/**
 * Body `{references: [{n, idx}]}` -> `{values: [0 | 1 | null]}` in that order, null if there is no such list or entry.
 * As fresh as the published lists; an error if the store is unreachable.
 * @throws ProtocolError `invalid_request`, `temporarily_unavailable`
 */
export function createValues(lists: PublishedLists): Operation {
  return async (request) => {
    const { references } = read(request);
    const numbers = [...new Set(references.map(({ n }) => n))];
    const found = await Promise.all(numbers.map(async (n) => [n, await listOrNone(lists, request.tenant, n)] as const));
    const byNumber = new Map(found);
    return { body: { values: references.map(({ n, idx }) => byNumber.get(n)?.valueOf(idx) ?? null) } };
  };
}

async function listOrNone(lists: PublishedLists, tenant: string, n: number): Promise<PublishedList | undefined> {
  // A list that was never opened has no values, and its tenant may not exist, so no key is created for it.
  if (!(await lists.exists(tenant, n))) return undefined;
  try {
    return await lists.get(tenant, n, 'refuse');
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'not_found') return undefined;
    throw error;
  }
}
