/** Which webhook a test call calls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { testWebhook } from '../src/webhook-test.ts';
import { openGateway } from './open-gateway.ts';

const header = { type: 'apiKey', config: { headerName: 'x-key', value: 'secret' } };
const configurations: Readonly<Record<string, Json>> = {
  'verifier.configuration.list': [
    { id: 'name-check', webhook: '<PUBLIC_URL>/hook' },
    { id: 'silent' },
    { id: 'signed', webhook: { url: 'https://backend.example/', auhth: header } },
  ],
  'issuer.configuration.list': [
    {
      id: 'pid',
      presentation_during_issuance: { type: 'name-check', webhook: 'https://backend.example/claims' },
      refresh: { webhook: 'https://backend.example/renewal' },
    },
  ],
};

async function open(t: Parameters<typeof openGateway>[0]) {
  const { platform } = await openGateway(t);
  const calls: { readonly operation: string; readonly request: OperationRequest }[] = [];
  const call = async (operation: string, request: OperationRequest) => {
    calls.push({ operation, request });
    return { body: configurations[operation] ?? { outcome: 'delivered' } };
  };
  const operation = testWebhook({ ...platform, call });
  const tested = async (body: JsonObject, tenant = 'default'): Promise<Json | undefined> => {
    const request = { id: 'r', method: 'POST', url: '', params: {}, query: {}, headers: {}, tenant, body };
    await operation({ ...request, encoding: 'json', role: 'operator' });
    const { request: last, operation: name } = calls.at(-1) ?? assert.fail();
    assert.deepEqual([name, last.tenant], ['dispatcher.test', tenant]);
    return (last.body as JsonObject).webhook;
  };
  return { tested, calls, publicUrl: platform.settings.PUBLIC_URL };
}

test('the webhook of a configuration, by its kind, with its secret header also for an operator', async (t) => {
  const { tested, calls, publicUrl } = await open(t);
  const presentation = (id: string) => tested({ kind: 'presentation', configurationId: id });
  assert.deepEqual(await presentation('name-check'), { url: `${publicUrl}/hook` });
  assert.deepEqual(await presentation('signed'), { url: 'https://backend.example/', auth: header });
  assert.deepEqual(await tested({ kind: 'issuance', configurationId: 'pid' }), {
    url: 'https://backend.example/claims',
  });
  assert.deepEqual(await tested({ kind: 'refresh', configurationId: 'pid' }, 'root'), {
    url: 'https://backend.example/renewal',
  });
  assert.ok(
    calls.every(({ request }) => request.role === undefined),
    'services of ours read configurations whole',
  );
});

test('a webhook that the body gives', async (t) => {
  const { tested, calls } = await open(t);
  const webhook = { url: 'https://backend.example/offer' };
  assert.deepEqual(await tested({ webhook }), webhook);
  assert.equal(calls.length, 1);
});

test('an unknown configuration, one without that webhook, and a body that names none or two are refused', async (t) => {
  const { tested } = await open(t);
  await assert.rejects(tested({ kind: 'presentation', configurationId: 'none' }), { code: 'not_found' });
  await assert.rejects(tested({ kind: 'presentation', configurationId: 'silent' }), { code: 'not_found' });
  const webhook = { url: 'https://backend.example/' };
  for (const body of [
    {},
    { kind: 'issuance' },
    { configurationId: 'pid' },
    { webhook, kind: 'issuance' },
    { webhook, kind: 'issuance', configurationId: 'pid' },
  ] as JsonObject[]) {
    await assert.rejects(tested(body), { code: 'invalid_request' }, JSON.stringify(body));
  }
});
