/** When an attribute provider is asked: once per grant, never in a dry run without webhooks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askProvider, isUnasked } from '../../src/claims/ask-provider.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { openRenewable, tokenFor } from '../token/renewable.ts';

const configuration = { attributeProvider: 'hr' };

test('it is asked for a configuration that needs it, and not again', async (t) => {
  const made = await openRenewable(t);
  const { session: id } = await tokenFor(made);
  const session = await made.stored(id);
  assert.ok(isUnasked(session, configuration));
  assert.ok(!isUnasked(session, {}));
  const webhook = { url: 'https://hr.example', timeout: 10 };
  const asked = (await askProvider(made.platform, () => webhook, session, 'hr')) ?? assert.fail();
  assert.ok(!isUnasked(asked, configuration));
  const vault = await made.platform.vaults.of('default');
  assert.deepEqual(JSON.parse(vault.open(asked.webhooks?.claims ?? '', `session/${id}/webhook/claims`)), webhook);
  assert.equal(
    (await askProvider(made.platform, () => webhook, session, 'hr'))?.rev,
    asked.rev,
    'the first one decides',
  );
  assert.equal(await askProvider(made.platform, () => undefined, session, 'hr'), undefined);
});

test('a dry run asks only if it calls webhooks', async (t) => {
  const made = await openRenewable(t);
  const session = await made.stored((await tokenFor(made)).session);
  const dry: IssuanceSession = { ...session, dryRunUntil: made.now + 1000 };
  assert.ok(!isUnasked(dry, configuration));
  assert.ok(isUnasked({ ...dry, dryRunWebhooks: true }, configuration));
});
