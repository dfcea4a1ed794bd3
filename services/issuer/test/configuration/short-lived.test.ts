import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { credentialEnd, issuedAt } from '../../src/configuration/credential-payload.ts';
import { lifeEndWithoutStatus, SHORT_LIFE, shortLivedFindings } from '../../src/configuration/short-lived.ts';
import { NOW } from '../support.ts';

const pointers = (value: JsonObject): readonly string[] => shortLivedFindings(value).map(({ pointer }) => pointer);

test('only what lives 24 hours at most goes without a status', () => {
  assert.deepEqual(pointers({ short_lived: true, lifetime: SHORT_LIFE }), []);
  assert.deepEqual(pointers({ short_lived: true, lifetime: SHORT_LIFE + 1 }), ['/lifetime']);
  assert.deepEqual(pointers({ short_lived: true }), ['/lifetime']);
  for (const short_lived of [false, undefined]) {
    assert.deepEqual(pointers({ lifetime: SHORT_LIFE + 1, ...(short_lived === undefined ? {} : { short_lived }) }), []);
  }
});

test('nothing that needs a revocation goes with it', () => {
  const short = { short_lived: true, lifetime: 3600 };
  assert.deepEqual(pointers({ ...short, revocation_chaining: true }), ['/revocation_chaining']);
  assert.deepEqual(pointers({ ...short, refresh: { older_credentials: 'revoke' } }), ['/refresh/older_credentials']);
  assert.deepEqual(pointers({ ...short, refresh: { older_credentials: 'keep' } }), []);
});

test('the 24 hours are counted from the time of issue that the credential names', () => {
  for (const later of [0, 1, 1_799_999, 3_599_999]) {
    const now = NOW + later;
    const end = credentialEnd({ now, lifetime: SHORT_LIFE, before: lifeEndWithoutStatus(now, SHORT_LIFE) }) ?? 0;
    assert.equal(end - issuedAt(now), SHORT_LIFE);
  }
  assert.equal(
    credentialEnd({ now: NOW, lifetime: 3600, before: lifeEndWithoutStatus(NOW, SHORT_LIFE) }),
    NOW / 1000 + 3600,
  );
});
