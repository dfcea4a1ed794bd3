import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import {
  presentationNeeded,
  presentationNeededFor,
  presentConfigurations,
} from '../../src/configuration/presentation-needed.ts';
import { needing } from '../order-of-refusals/known.ts';

const configurations = needing({ pid: undefined, member: 'login', club: 'age' });

test('the presentation of several configurations, at most one; what is gone needs none', async () => {
  assert.equal(await presentationNeededFor(configurations, 't1', ['pid', 'gone']), undefined);
  assert.equal((await presentationNeededFor(configurations, 't1', ['pid', 'member']))?.configurationId, 'login');
  await assert.rejects(presentationNeededFor(configurations, 't1', ['club', 'member']), { code: 'access_denied' });
});

test('the present versions are looked up once and can be asked again', async () => {
  const found = await presentConfigurations(configurations, 't1', ['pid', 'gone', 'member']);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['pid', 'member'],
  );
  assert.equal(presentationNeeded(found)?.configurationId, 'login');
});

test('the reason names the configurations', async () => {
  assert.deepEqual(await refusalOf(() => presentationNeededFor(configurations, 't1', ['club', 'member'])), {
    code: 'access_denied',
    reason: 'presentations_several',
    facts: { configurationIds: ['club', 'member'] },
  });
});
