import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planText } from '../../src/bundle/plan-text.ts';

const object = (action: string, more: object = {}) => ({ kind: 'issuance', id: action, action, mistakes: [], ...more });
const plan = (...objects: readonly object[]) => ({ name: 'shop', generation: 2, objects: objects as never });

test('a plan has a line for each change, and a last line with their numbers', () => {
  const text = planText(
    plan(
      object('create'),
      object('update', { drifted: true }),
      object('unchanged'),
      object('delete'),
      { kind: 'display', action: 'adopt', mistakes: [] },
      object('blocked', { mistakes: [{ pointer: '/claims', detail: 'not an object' }] }),
    ),
    false,
  );
  assert.equal(
    text,
    `+ issuance/create
~ issuance/update  (changed by somebody else)
- issuance/delete
= display
! issuance/blocked
    /claims not an object
1 to create, 1 to change, 1 to take over, 1 to delete, 1 with errors (bundle shop, generation 2)
`,
  );
  assert.equal(planText(plan(object('unchanged')), false), 'Nothing to do (bundle shop, generation 2)\n');
});

test('a diff names each member that differs, shortens long values and never shows a secret', () => {
  const text = planText(
    plan(
      object('update', {
        present: { a: { b: 1, same: 0 }, old: true },
        proposed: { a: { b: 2, same: 0 }, long: 'x'.repeat(300) },
        secretsDiffer: true,
      }),
    ),
    true,
  );
  const lines = text.split('\n');
  assert.deepEqual(lines.slice(1, 4), ['  - /a/b 1', '  + /a/b 2', '  - /old true']);
  assert.match(lines[4] ?? '', /^ {2}\+ \/long "x{199}… \(302 characters\)$/);
  assert.equal(lines[5], '    a secret differs');
});
