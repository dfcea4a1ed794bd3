import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parseSource } from '@countersign/european-trust/lists/written-source';
import type { TenantSource } from '@countersign/european-trust/refresh/list-sources';
import { listId } from '@countersign/european-trust/refresh/loaded-lists';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { newTrustList, trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { trustListOperations } from '../../src/keys/trust-lists.ts';
import { openIssuer } from '../world.ts';

const pem = `${(await makeSigningKey()).anchor.trim()}\n`;
const NOW = Date.UTC(2029, 0, 1);
const parsed = parseSource('{"url":"https://l.example/pid","list":"pid-providers"}');
const from: TenantSource = { ...parsed, source: { ...parsed.source, id: 'pid' } };

async function operations(t: TestContext) {
  const store = await temporaryStore(t);
  const sources = async (tenant: string) => (tenant === 'acme' ? [from] : []);
  const lists = { inForce: async () => [], last: async () => undefined, sources, ended: async () => [] };
  const stored = { of: async () => [], written: async () => [], put: async () => undefined, delete: async () => false };
  return { store, ...trustListOperations({ store, clock: () => NOW }, { lists, stored }) };
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

  it('that are files can not be deleted', async (t) => {
    const given = await operations(t);
    await assert.rejects(
      async () => given.delete({ ...asked('acme'), params: { id: 'pid' } }),
      (error) => error instanceof ProtocolError && error.code === 'conflict',
    );
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

describe('the source of a trust list', () => {
  const source = { url: 'https://l.example/pid', list: 'pid-providers' };

  it('that was stored is listed, replaced, read and removed, and counts in every service', async (t) => {
    const { call } = await openIssuer(t);
    const put = (more: object = {}) => call('issuer.trust-list.put', { body: { id: 'pid', pem, ...source, ...more } });
    const listed = async () => (await call('issuer.trust-lists')).body as readonly JsonObject[];
    await put();
    assert.deepEqual(
      (await listed()).map(({ id, origin, state, signers }) => [id, origin, state, signers]),
      [['pid', 'api', 'absent', 1]],
    );
    await put({ graceHours: 3 });
    const { body } = await call('issuer.trust-list.get', { params: { id: 'pid' } });
    assert.deepEqual([(body as JsonObject).pem, (body as JsonObject).source], [pem, { ...source, graceHours: 3 }]);
    // As an export has it, and an import checks it.
    assert.deepEqual((await call('issuer.trust-list.whole')).body, [
      { id: 'pid', pem, ...source, graceHours: 3, source: 'api' },
    ]);
    const findings = async (more: object) =>
      ((await call('issuer.trust-list.check', { body: { id: 'pid', pem, ...source, ...more } })).body as JsonObject)
        .findings;
    assert.deepEqual(await findings({}), []);
    assert.equal(((await findings({ pem: 'no' })) as unknown as readonly unknown[]).length, 1);
    await call('issuer.trust-list.delete', { params: { id: 'pid' } });
    assert.deepEqual(await listed(), []);
  });

  it('is refused with what is wrong in it, and if there is none', async (t) => {
    const { call } = await openIssuer(t);
    const refusal = async (operation: string, request: Parameters<typeof call>[1]) => {
      const error = await call(operation, request).then(
        () => assert.fail('accepted'),
        (thrown: { options: { reason: string; errors?: readonly { pointer: string }[] } }) => thrown,
      );
      return [error.options.reason, ...(error.options.errors ?? []).map(({ pointer }) => pointer)];
    };
    const body = { id: 'x', pem: 'no', ...source, journal: 'https://j.example' };
    assert.deepEqual(await refusal('issuer.trust-list.put', { body }), ['trust_list_invalid', '/journal', '/pem']);
    for (const operation of ['issuer.trust-list.get', 'issuer.trust-list.delete']) {
      assert.deepEqual(await refusal(operation, { params: { id: 'x' } }), ['trust_list_unknown']);
    }
  });
});
