import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { PRE_AUTHORIZED_CODE_GRANT } from '../../src/configuration/authorization-server-metadata.ts';
import { openIssuer } from '../world.ts';

async function offered(t: TestContext, offer: object = {}) {
  const world = await openIssuer(t);
  const { session, grant, txCode } = await world.offer({ flow: 'pre_authorized_code', ...offer });
  const redeem = (more: object = {}, headers = {}) =>
    world.post(
      'issuer.token',
      { grant_type: PRE_AUTHORIZED_CODE_GRANT, 'pre-authorized_code': grant, ...more },
      headers,
    );
  const refused = (code: string, answer: Promise<unknown>) => assert.rejects(answer, { code });
  return { world, session, txCode, redeem, refused };
}

test('a pre-authorized code yields one token, without a client', async (t) => {
  const { world, session, redeem, refused } = await offered(t);
  await redeem();
  const { progress } = (await world.stored(session)).issuance;
  assert.ok(progress.state === 'token_issued');
  assert.deepEqual([progress.grant.clientId, progress.grant.dpopJkt], [undefined, undefined]);
  await refused('invalid_grant', redeem());
});

test('one of twenty concurrent requests gets the token', async (t) => {
  const { redeem } = await offered(t);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => redeem()));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('an offer with a transaction code requires it; one without accepts none', async (t) => {
  const withCode = await offered(t, { tx_code: true });
  await withCode.refused('invalid_request', withCode.redeem());
  await withCode.redeem({ tx_code: withCode.txCode });
  const without = await offered(t);
  await without.refused('invalid_request', without.redeem({ tx_code: '123456' }));
  await without.redeem();
});

test('the fifth wrong transaction code ends the issuance, also for the right one', async (t) => {
  const { world, session, txCode, redeem, refused } = await offered(t, { tx_code: 'right' });
  await world.hook(session);
  for (let n = 0; n < 4; n += 1) await refused('invalid_grant', redeem({ tx_code: 'wrong' }));
  assert.equal((await world.stored(session)).issuance.txCode?.failures, 4);
  await refused('invalid_grant', redeem({ tx_code: 'wrong' }));
  const { issuance, outbox } = await world.stored(session);
  assert.ok(issuance.progress.state === 'failed' && issuance.progress.reason === 'tx_code_attempts');
  assert.deepEqual(
    outbox.map(({ event }) => event.type),
    ['issuance.failed.v1'],
  );
  await refused('invalid_grant', redeem({ tx_code: txCode }));
});

test('a guess uses up its proof', async (t) => {
  const { world, redeem, refused } = await offered(t, { tx_code: 'right' });
  const proof = world.dpop();
  await refused('invalid_grant', redeem({ tx_code: 'wrong' }, proof));
  await refused('invalid_dpop_proof', redeem({ tx_code: 'right' }, proof));
  await redeem({ tx_code: 'right' }, world.dpop());
});

test('a code of an expired offer is refused', async (t) => {
  const { world, redeem, refused } = await offered(t, { expiresIn: 60 });
  world.now += 60_000;
  await refused('invalid_grant', redeem());
});

test('a code is refused where a changed configuration requires a presentation', async (t) => {
  const { world, session, redeem, refused } = await offered(t);
  await world.change(session, (document) => ({
    ...document,
    issuance: { ...document.issuance, configurationIds: ['pid', 'member'] },
  }));
  await refused('invalid_grant', redeem());
});

test('the reasons of transaction codes count the attempts that are left', async (t) => {
  const { redeem } = await offered(t, { tx_code: 'right' });
  const why = async (more: object) => {
    const { reason, facts } = await refusalOf(() => redeem(more));
    return [reason, facts];
  };
  const missing = { parameter: 'user_pin', presentName: 'tx_code' };
  assert.deepEqual(await why({ user_pin: 'right' }), ['tx_code_missing', missing]);
  for (const attemptsLeft of [4, 3, 2, 1, 0]) {
    assert.deepEqual(await why({ tx_code: 'wrong' }), ['tx_code_wrong', { attemptsLeft }]);
  }
  assert.deepEqual(await why({ tx_code: 'right' }), ['tx_code_locked', { most: 5 }]);
});
