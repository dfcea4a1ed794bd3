/** The whole route table: rules for every row. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '@countersign/shared/http/validate';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { allPaths, routes } from '../../src/routes/routes.ts';

test('no path is in two rows of one method, within one server', () => {
  for (const variants of [
    ['a', 'shared', 'global'],
    ['b', 'shared', 'global'],
  ]) {
    const seen = allPaths()
      .filter(({ owner }) => variants.includes(owner))
      .map(({ route, path }) => `${route.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    assert.deepEqual(
      seen.filter((one, index) => seen.indexOf(one) !== index),
      [],
    );
  }
});

test('paths of variant B name their tenant, or need a login that does; those of A never do', () => {
  for (const { route, owner, path } of allPaths()) {
    const named = path.includes('{tenantId}') || route.auth === 'management' || route.operation === 'gateway.token';
    if (owner === 'b') assert.ok(named, path);
    else assert.ok(!path.includes('{tenantId}'), path);
  }
});

test('a management row is audited, never cached, and not open to other origins', () => {
  for (const route of routes.filter(({ auth }) => auth === 'management')) {
    assert.ok(route.audit !== undefined && route.role !== undefined, route.operation);
    assert.ok(route.platform === undefined || route.role === 'admin', route.operation);
    assert.deepEqual([route.cors, route.cache, route.errors], [false, 'no-store', 'problem'], route.operation);
  }
});

test('what changes something needs more than a viewer', () => {
  for (const { operation, method, role } of routes) {
    if (method !== 'GET' && operation !== 'gateway.console.logout') assert.notEqual(role, 'viewer', operation);
  }
});

test('a row reads at most as much of a body as it can use', () => {
  for (const { operation, accepts, bodyLimit, method, auth, role } of routes) {
    // An administrator may load a whole trust list. Services take 4 MiB from each other.
    const isAdministrators = auth === 'management' && role === 'admin';
    assert.ok(bodyLimit <= (isAdministrators ? 3584 : 1024) * 1024, operation);
    if (method === 'GET') assert.deepEqual(accepts, ['empty'], operation);
    else if (!accepts.includes('empty')) assert.ok(bodyLimit > 0, operation);
  }
});

test('an operation belongs to the service that its name begins with', () => {
  for (const { operation, service } of routes) {
    const [owner] = operation.split('.');
    assert.equal(owner === 'dispatcher' ? 'webhook-dispatcher' : owner, service, operation);
  }
});

test('the schemas of every body and query parameter compile', () => {
  for (const { operation, request = {}, query = {} } of routes) {
    const body = request as JsonObject;
    const bodies = 'a' in body && 'b' in body ? [body.a, body.b] : [body];
    const parameters = Object.values(query).map(({ schema }) => schema);
    for (const schema of [...bodies, ...parameters]) {
      assert.doesNotThrow(() => compileSchema((schema ?? {}) as JsonObject)({}), operation);
    }
  }
});
