import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atNewPlaces, clearOf, inDocumentOrder, withChecks } from '../../src/flow-config/document-findings.ts';

const at = (pointer: string, detail = 'wrong') => ({ pointer, detail });
const pointers = (findings: readonly { readonly pointer: string }[]) => findings.map(({ pointer }) => pointer);

test('each check runs, and says nothing at a place of the shape or below it', () => {
  const found = withChecks(
    [at('/a')],
    [
      () => [at('/a', 'again'), at('/a/b'), at('/ab')],
      () => [at('/c'), at('/ab', 'later')],
      () => [at('/c/d'), at('')],
    ],
  );
  assert.deepEqual(found, [at('/a'), at('/ab'), at('/c'), at('/c/d'), at('')]);
});

test('one check may have several findings at a place', () => {
  assert.deepEqual(withChecks([], [() => [at('/a', 'one'), at('/a', 'two')]]), [at('/a', 'one'), at('/a', 'two')]);
});

test('a check learns whether what it reads has a finding: there, above or below', () => {
  const isClear = clearOf([at('/a/b')]);
  for (const [pointer, clear] of [
    ['/a/b', false],
    ['/a', false],
    ['/a/b/c', false],
    ['', false],
    ['/a/bc', true],
    ['/c', true],
  ] as const) {
    assert.equal(isClear(pointer), clear, pointer);
  }
  assert.equal(isClear('/c', '/a'), false);
  assert.equal(clearOf([])(''), true);
  const unclear = withChecks([at('/x')], [(clear) => (clear('/x/y') ? [at('/z')] : [])]);
  assert.deepEqual(unclear, [at('/x')]);
});

test('findings at places that have one already are left out, those below are not', () => {
  assert.deepEqual(atNewPlaces([at('/a')], [at('/a', 'again'), at('/a/b'), at('/b')]), [at('/a/b'), at('/b')]);
});

test('findings are in the order of the document, of a missing member before the members that are there', () => {
  const document = { z: { list: [{ b: 1, a: 2 }, 'text'], '~/': 1 }, a: 1 };
  const sorted = [
    '',
    '/missing',
    '/z',
    '/z/none/x',
    '/z/list',
    '/z/list/0/c',
    '/z/list/0/b',
    '/z/list/0/b/x',
    '/z/list/0/a',
    '/z/list/1',
    '/z/~0~1',
    '/a',
  ];
  const shuffled = [...sorted].sort();
  assert.deepEqual(
    pointers(
      inDocumentOrder(
        document,
        shuffled.map((pointer) => at(pointer)),
      ),
    ),
    sorted,
  );
});

test('findings at one place keep their order', () => {
  const both = [at('/a', 'one'), at('/a', 'two'), at('/none/b'), at('/none/a')];
  assert.deepEqual(
    inDocumentOrder({ a: 1 }, both).map(({ detail }) => detail),
    ['wrong', 'wrong', 'one', 'two'],
  );
  assert.deepEqual(pointers(inDocumentOrder({ a: 1 }, both)).slice(0, 2), ['/none/b', '/none/a']);
});

test('a name of the prototype is missing, and many findings take their number of steps', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
  const document = Object.fromEntries(names.map((name) => [name, 1]));
  const found = inDocumentOrder(
    document,
    [...names].reverse().map((name) => at(`/${name}`)),
  );
  assert.deepEqual(
    pointers(found),
    names.map((name) => `/${name}`),
  );
  assert.deepEqual(pointers(inDocumentOrder({ a: 1 }, [at('/a'), at('/constructor/name')])), [
    '/constructor/name',
    '/a',
  ]);
});
