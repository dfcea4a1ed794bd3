import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh-grants';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import type { Configurations } from '../../src/configuration/configurations.ts';
import { checkRefreshNarrowed } from '../../src/token/check-refresh-narrowed.ts';

const scopes: Readonly<Record<string, string>> = { pid: 'identity', pass: 'access', card: 'card' };
const configurations = {
  get: async (_: string, id: string) => (id in scopes ? { id, scope: scopes[id] } : undefined),
} as unknown as Configurations;
const record = { tenant: 't1', configurationIds: ['pid', 'pass', 'gone'] } as unknown as RefreshGrantDocument;
const check = (parameters: JsonObject) =>
  checkRefreshNarrowed({ configurations, parameters, issuer: 'https://issuer.example', record });
const details = (...ids: readonly string[]) =>
  JSON.stringify(ids.map((id) => ({ type: 'openid_credential', credential_configuration_id: id })));

test('without either everything is covered', async () => {
  assert.deepEqual(await check({}), { identifiers: false });
});

test('scopes and details cover what they name', async () => {
  assert.deepEqual(await check({ scope: 'access' }), { only: ['pass'], identifiers: false });
  assert.deepEqual(await check({ scope: 'access identity' }), { only: ['pid', 'pass'], identifiers: false });
  assert.deepEqual(await check({ authorization_details: details('pass') }), { only: ['pass'], identifiers: true });
});

test('more than was granted is refused, also where it exists', async () => {
  for (const scope of ['card', 'identity card', 'identity ', 'unknown']) {
    await assert.rejects(check({ scope }), { code: 'invalid_scope' }, scope);
  }
  for (const ids of [['card'], ['pid', 'card'], ['unknown']]) {
    await assert.rejects(check({ authorization_details: details(...ids) }), { code: 'invalid_authorization_details' });
  }
});

test('the reason says what was granted', async () => {
  const configurationIds = ['pid', 'pass', 'gone'];
  assert.deepEqual(await refusalOf(() => check({ scope: 'identity card' })), {
    ...{ code: 'invalid_scope', reason: 'scope_exceeded', facts: { received: ['identity', 'card'], configurationIds } },
  });
  assert.deepEqual(await refusalOf(() => check({ authorization_details: details('card') })), {
    ...{ code: 'invalid_authorization_details', reason: 'scope_exceeded' },
    facts: { received: ['card'], configurationIds },
  });
});
