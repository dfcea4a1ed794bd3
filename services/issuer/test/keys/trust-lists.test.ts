import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parseSource } from '@countersign/european-trust/lists/written-source';
import type { TenantSource } from '@countersign/european-trust/refresh/list-sources';
import { listId } from '@countersign/european-trust/refresh/loaded-lists';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { newTrustList, trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { trustListOperations } from '../../src/keys/trust-lists.ts';

const NOW = Date.UTC(2029, 0, 1);
const parsed = parseSource('{"url":"https://l.example/pid","list":"pid-providers"}');
const from: TenantSource = { ...parsed, source: { ...parsed.source, id: 'pid' } };

async function operations(t: TestContext) {
  const store = await temporaryStore(t);
  const sources = async (tenant: string) => (tenant === 'acme' ? [from] : []);
  const lists = { inForce: async () => [], last: async () => undefined, sources };
  return { store, ...trustListOperations({ store, clock: () => NOW }, { lists }) };
}

const asked = (tenant: string, query: object = {}) => ({ tenant, query }) as unknown as OperationRequest;

describe('the trust lists of a tenant', () => {
  it('are those of its sources, with what the store knows of them', async (t) => {
    const { store, list } = await operations(t);
    const url = 'https://l.example/pid';
    await ofTenant(store, 'acme').insert(trustLists, newTrustList({ id: listId('acme', url), tenant: 'acme', url }));
    const { body } = (await list(asked('acme'))) as { body: readonly { id: string; state: string }[] };
    assert.deepEqual(
      body.map(({ id, state }) => [id, state]),
      [['pid', 'absent']],
    );
    assert.deepEqual((await list(asked('other'))).body, []);
  });

  it('have entries; another list is unknown, that of another tenant too', async (t) => {
    const { entries } = await operations(t);
    assert.deepEqual((await entries(asked('acme', { list: 'pid' }))).body, { count: 0, entries: [] });
    for (const request of [asked('acme', { list: 'x' }), asked('other', { list: 'pid' }), asked('acme')]) {
      await assert.rejects(
        async () => entries(request),
        (error) => error instanceof ProtocolError && error.code === 'not_found',
      );
    }
  });
});
