import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyContent, isNothing, planView } from '../../src/bundles/bundle-view.ts';
import type { PlannedObject } from '../../src/bundles/plan-bundle.ts';

const signIn = (clientSecret: string) => ({ issuer: 'https://i.example', clientSecret });
const object = (action: PlannedObject['action'], more: object = {}): PlannedObject => ({
  key: 'signIn',
  kind: 'signIn',
  action,
  mistakes: [],
  ...more,
});
const plan = (...objects: readonly PlannedObject[]) => ({ name: 'b', generation: 3, fingerprint: 'f', objects });

test('a secret is masked on both sides, and only its difference is told', () => {
  const changed = object('update', {
    document: signIn('new-secret'),
    present: { ...signIn('old-secret'), source: 'api' },
  });
  const view = planView(plan(changed));
  assert.doesNotMatch(JSON.stringify(view), /-secret/);
  const [shown] = view.objects as readonly { readonly secretsDiffer?: boolean }[];
  assert.equal(shown?.secretsDiffer, true);
});

test('a plan of unchanged objects is nothing to do; taking over or forgetting one is something', () => {
  assert.deepEqual(
    (['unchanged', 'adopt', 'forget', 'delete'] as const).map((action) => isNothing(plan(object(action)))),
    [true, false, false, false],
  );
});

test('afterwards it owns what it wrote, took over or owned; an unchanged object of a file stays the file’s', () => {
  const document = { issuer: 'i' };
  const at = (key: string, action: PlannedObject['action']) => ({ ...object(action, { document }), key });
  const before = { generation: 2, appliedAt: 0, client: 'c', objects: { mine: 'd' } };
  const objects = [at('new', 'create'), at('taken', 'adopt'), at('mine', 'unchanged'), at('file', 'unchanged')];
  const { after } = applyContent(plan(...objects), { id: 'r', client: 'k' }, { before, digest: () => 'digest' });
  assert.deepEqual(after, {
    generation: 3,
    client: 'k',
    objects: { new: 'digest', taken: 'digest', mine: 'digest' },
  });
});
