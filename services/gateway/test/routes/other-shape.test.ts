import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callInShape, filled } from '../../src/routes/other-shape.ts';
import { allPaths } from '../../src/routes/routes.ts';

test('each management path of one shape has its call in the other', () => {
  const ofOneShape = allPaths().filter(({ route, owner }) => route.auth === 'management' && owner !== 'shared');
  assert.ok(ofOneShape.length >= 8);
  const every = new Set(allPaths().map(({ route, path }) => `${route.method} ${path}`));
  for (const { route, owner, path } of ofOneShape) {
    const other = callInShape(route, {}, owner === 'a' ? 'b' : 'a');
    assert.ok(other !== undefined && every.has(other), path);
    assert.notEqual(other, `${route.method} ${path}`);
  }
});

test('parameters of the path are kept, encoded', () => {
  const route = {
    method: 'DELETE',
    paths: { a: ['/issuer-managment/{id}'], shared: ['/issuer-management/{id}'] },
  } as const;
  assert.equal(callInShape(route, { id: 'a b' }, 'b'), 'DELETE /issuer-management/a%20b');
  assert.equal(callInShape({ method: 'GET', paths: { a: ['/x'] } }, {}, 'b'), undefined);
  assert.equal(filled('/{tenantId}/x', {}), '/{tenantId}/x');
});
