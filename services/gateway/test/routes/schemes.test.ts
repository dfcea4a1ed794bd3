import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schemeRoutes } from '../../src/routes/schemes.ts';

const roleOf = (operation: string) => schemeRoutes.find((route) => route.operation === operation)?.role;

test('a plan shows the configuration with its secrets: only administrators; a scheme has none', () => {
  assert.equal(roleOf('issuer.scheme.plan'), 'admin');
  assert.equal(roleOf('issuer.scheme.import'), 'admin');
  assert.equal(roleOf('issuer.scheme.export'), 'viewer');
});

test('a plan and its import accept the same body, of the same size', () => {
  const [plan, imported] = schemeRoutes;
  assert.equal(plan?.request, imported?.request);
  assert.equal(plan?.bodyLimit, imported?.bodyLimit);
});
