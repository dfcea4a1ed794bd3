/** Status of own credentials: which lists are own, and who may rely on them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyRing } from '@countersign/shared/crypto/keys';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { createOwnStatusValues, type OwnReference, ownListOf } from '../../src/trust/own-status-values.ts';
import { refusesLater } from '../presentation/refuses.ts';
import { ownLeaf, PUBLIC_URL, reference } from '../status-world.ts';

const { settings } = readSettings({ PUBLIC_URL });
const LIST = `${PUBLIC_URL}/status-management/status-list`;

function place(idx: number, more: Partial<OwnReference> = {}, change: object = {}): OwnReference {
  const own = { ...reference, uri: LIST, idx, iss: PUBLIC_URL, signer: ownLeaf, ...change };
  return { tenant: 'default', n: 1, reference: own, ...more };
}

function asking(answer: (request: OperationRequest) => Json) {
  const calls: OperationRequest[] = [];
  const ask = createOwnStatusValues({
    settings,
    keys: { anchors: async () => [] } as Partial<KeyRing> as KeyRing,
    call: async (operation, request) => {
      assert.equal(operation, 'status.values');
      calls.push(request);
      return { body: { values: answer(request) } };
    },
  });
  return { ask, calls };
}

test('an address of ours is a list with tenant and number, or nowhere; others are not ours', () => {
  assert.deepEqual(ownListOf(LIST, PUBLIC_URL), { tenant: 'default', n: 1 });
  assert.deepEqual(ownListOf(`${PUBLIC_URL}/root/status-management/status-list/12`, PUBLIC_URL), {
    tenant: 'root',
    n: 12,
  });
  for (const path of ['', 'x', 'status-management/status-list/0', 'a/b/status-management/status-list', '../root']) {
    assert.equal(ownListOf(`${PUBLIC_URL}/${path}`, PUBLIC_URL), 'nowhere', path);
  }
  assert.equal(ownListOf('https://issuer.example/status-management/status-list', PUBLIC_URL), undefined);
  assert.equal(ownListOf(`${PUBLIC_URL}.evil.example/status-management/status-list`, PUBLIC_URL), undefined);
});

test('one question a tenant; each value goes to its reference, and null is no entry', async () => {
  const { ask, calls } = asking(({ tenant }) => (tenant === 'root' ? [1] : [0, null]));
  const root = place(3, { tenant: 'root', n: 2 }, { iss: `${PUBLIC_URL}/root` });
  const places = [place(1), root, place(2)];
  const answers = await ask(places, 'request-1');
  const values = await Promise.all(places.map((own) => answers.get(own.reference)));
  assert.deepEqual(values, [0, 1, undefined]);
  assert.deepEqual(
    calls.map(({ id, tenant, body }) => [id, tenant, body]),
    [
      [
        'request-1',
        'default',
        {
          references: [
            { n: 1, idx: 1 },
            { n: 1, idx: 2 },
          ],
        },
      ],
      ['request-1', 'root', { references: [{ n: 2, idx: 3 }] }],
    ],
  );
});

test('a credential that is not of the tenant of the list is refused, and leads to no question', async () => {
  const { ask, calls } = asking(() => []);
  for (const change of [
    { iss: 'https://issuer.example' },
    { iss: `${PUBLIC_URL}/root` },
    { signer: reference.signer },
  ]) {
    const own = place(1, {}, change);
    await refusesLater((await ask([own], 'r')).get(own.reference) ?? assert.fail(), 'status_unavailable');
  }
  assert.equal(calls.length, 0);
});

test('an answer of another length is an error of the service, no value', async () => {
  const { ask } = asking(() => [0, 0]);
  const own = place(1);
  await assert.rejects((await ask([own], 'r')).get(own.reference) ?? assert.fail(), /unexpected response/);
});
