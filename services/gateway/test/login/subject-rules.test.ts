import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepsRule, otherRuleFindings } from '../../src/login/subject-rules.ts';
import { clientOf } from './given.ts';
import { loginWorld } from './world.ts';

const from = [['given_name']];
const changed = clientOf({ subject: { kind: 'pairwise', from } });
const allowed = clientOf({ subject: { kind: 'pairwise', from, whenChanged: 'new-subjects' } });

test('subjects are not made otherwise once there are some', async (t) => {
  const world = await loginWorld(t);
  assert.deepEqual(await otherRuleFindings(world.store, 'default', changed), [], 'nobody has signed in');
  assert.equal(await keepsRule(world, 'default', clientOf()), true);
  assert.equal(await keepsRule(world, 'default', changed), false);
  const [finding] = await otherRuleFindings(world.store, 'default', changed);
  assert.equal(finding?.pointer, '/subject');
  assert.deepEqual(await otherRuleFindings(world.store, 'other', changed), []);
});

test('the change may say that everyone gets another subject', async (t) => {
  const world = await loginWorld(t);
  await keepsRule(world, 'default', clientOf());
  assert.deepEqual(await otherRuleFindings(world.store, 'default', allowed), []);
  assert.equal(await keepsRule(world, 'default', allowed), true);
  assert.equal(await keepsRule(world, 'default', changed), true, 'it is the rule now');
  assert.equal(await keepsRule(world, 'default', clientOf()), false);
});

test('transient subjects have no rule', async (t) => {
  const world = await loginWorld(t);
  assert.equal(await keepsRule(world, 'default', clientOf({ subject: { kind: 'transient' } })), true);
});
