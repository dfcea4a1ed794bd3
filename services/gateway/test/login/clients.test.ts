import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, isWorking } from '@countersign/shared/flow-config/listed';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { loginClientKind } from '../../src/login/clients.ts';
import { written } from './given.ts';

const { check } = loginClientKind({ SHOP_SECRET: 'a secret of the environment, long enough' });
const listed = (more: object, source: 'api' | 'file' = 'file') =>
  check({
    publicUrl: 'https://id.example',
    tenant: 'default',
    id: 'shop',
    written: { ...written, ...more } as JsonObject,
    source,
    version: '1',
  });
const { client_secret: _, ...withoutSecret } = written;
const fromEnvironment = (client_secret_env: string, source: 'api' | 'file' = 'file') =>
  check({
    publicUrl: 'https://id.example',
    tenant: 'default',
    id: 'shop',
    written: { ...withoutSecret, client_secret_env } as unknown as JsonObject,
    source,
    version: '1',
  });

test('a client that is right works, with what it leaves out', () => {
  const one = listed({});
  assert.ok(isWorking(one));
  assert.deepEqual([one.configuration.id, one.configuration.authMethod], ['shop', 'client_secret_basic']);
});

test('findings of the shape and of what it means have their places', () => {
  const places = (more: object) => findingsOf(listed(more)).map(({ pointer }) => pointer);
  assert.deepEqual(places({ unknown: 1 }), ['/unknown']);
  assert.deepEqual(places({ redirect_uris: ['ftp://rp.example'] }), ['/redirect_uris/0']);
  assert.deepEqual(places({ claims: 'none' }), ['/claims']);
});

test('a file may name a variable of the environment, which must be set', () => {
  const one = fromEnvironment('SHOP_SECRET');
  assert.ok(isWorking(one));
  assert.equal(one.configuration.secret, 'a secret of the environment, long enough');
  assert.deepEqual(
    findingsOf(fromEnvironment('UNSET')).map(({ pointer }) => pointer),
    ['/client_secret_env'],
  );
  assert.ok(!isWorking(fromEnvironment('SHOP_SECRET', 'api')));
});
