import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walletStepNames } from '@countersign/shared/model/session/wallet-step';
import { routes } from '../../src/routes/routes.ts';
import { stepOf, traceSteps } from '../../src/trace/step.ts';

test('every route of a wallet or a backend has a step', () => {
  const open =
    /^gateway\.(health|live|ready|home|console|openapi|docs|dc-api|button|file-schema|public-file|reason)|\.asset$/;
  for (const route of routes.filter(({ operation }) => !open.test(operation))) {
    assert.notEqual(stepOf(route, undefined), 'unknown', `${route.operation}: add it to the table`);
  }
});

test('the step that the service reports counts; all of them are known', () => {
  const route = routes.find(({ operation }) => operation === 'issuer.token');
  assert.equal(stepOf(route, 'par'), 'par');
  for (const step of walletStepNames) assert.ok(traceSteps.includes(step), step);
});

test('a path that no route has belongs to the metadata where it is a well-known one', () => {
  assert.deepEqual([stepOf(undefined, undefined, true), stepOf(undefined, undefined)], ['metadata', 'unknown']);
});
