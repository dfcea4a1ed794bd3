/** The claims webhook's response under attack, and who may get its claims. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { explained } from '@countersign/gateway/test/sessions/explained';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import type { Answer } from '@countersign/wallet/sending/answer';
import { verifyWithLibrary } from '../support/credential.ts';
import { assertRefused, sessionOf } from '../support/flows.ts';
import {
  type Challenged,
  GARBAGE,
  type MemberWorld,
  openMemberWorld,
  presentTo,
  redeemWithoutVerifier,
  requestMember,
  SHAPE_A,
  secondChallenge,
  tokenAfterPresentation,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

describe('answers of the claims webhook', () => {
  let server: TestServer;
  let held: HeldCredential;
  let world: MemberWorld;
  before(async () => {
    world = await openMemberWorld();
    ({ server, held } = world);
  });
  after(() => server.close());

  const start: MemberWorld['start'] = (options) => world.start(options);
  let receiver: WebhookReceiver;
  const withAnswer = async (status: number, body: string, test: () => Promise<void>): Promise<void> => {
    receiver = await openReceiver();
    Object.assign(receiver, { status, body });
    writeMember(server, SHAPE_A, receiver.url);
    try {
      await test();
    } finally {
      await receiver.close();
      writeMember(server, SHAPE_A);
    }
  };
  /** Asks until the issuer has decided. */
  const decided = async (started: Challenged, token: string): Promise<Answer> => {
    const first = await requestMember(started.wallet, token);
    if (first.status !== 202) return first;
    for (;;) {
      const body = { transaction_id: first.json.transaction_id };
      const answer = await started.wallet.resource('/vci/deferred', token, body);
      if (answer.status !== 202) return answer;
      await sleep(20);
    }
  };

  const RESERVED = 'This claim name is set by the service';
  /** Claims, and what the session shows about them. */
  const hostile: Readonly<Record<string, readonly [object, string]>> = {
    iss: [{ level: 'x', iss: 'https://evil.example' }, `/member/iss: ${RESERVED}`],
    vct: [{ level: 'x', vct: 'other' }, `/member/vct: ${RESERVED}`],
    cnf: [{ level: 'x', cnf: { jwk: {} } }, `/member/cnf: ${RESERVED}`],
    status: [{ level: 'x', status: {} }, `/member/status: ${RESERVED}`],
    exp: [{ level: 'x', exp: 9_999_999_999 }, `/member/exp: ${RESERVED}`],
    _sd: [{ level: 'x', deep: { _sd: ['a'] } }, `/member/deep/_sd: ${RESERVED}`],
    'a type that the schema refuses': [{ level: 7 }, '/member/level: must be string, not number'],
    'a value that the schema refuses': [
      { level: 'x'.repeat(21) },
      '/member/level: must NOT have more than 20 characters',
    ],
    'a missing claim': [{}, '/member/level: is required'],
  };
  for (const [name, [claims, description]] of Object.entries(hostile)) {
    it(`never makes a credential of ${name}, nor of other claims`, () =>
      withAnswer(200, JSON.stringify({ member: claims }), async () => {
        const started = await start({ body: { claims: { member: { level: 'offered' } } } });
        const { link, authSession, wallet } = started;
        const { json } = (await presentTo(link, held)).answer;
        const second = await secondChallenge(wallet, authSession, json.presentation_during_issuance_session);
        // The check may have been through by then; the issuance has failed either way.
        if (second.status === 200) {
          const token = await redeemWithoutVerifier(wallet, second.json.authorization_code);
          if (token.status === 200) {
            assertRefused(await decided(started, token.json.access_token), 400, 'credential_request_denied');
          }
        }
        let view = await sessionOf(server, started.session);
        for (; view.status !== 'failed'; view = await sessionOf(server, started.session)) await sleep(10);
        assert.deepEqual([view.error, view.claimsStatus], [explained('claims_invalid', { description }), 'failed']);
        assert.deepEqual(view.issued, []);
        const lines = server.lines.filter((line) => line.includes('"claims refused"'));
        const { session, pointer } = JSON.parse(lines.at(-1) ?? '{}');
        assert.ok(started.session.startsWith(session) && description.startsWith(pointer), lines.join(''));
        const stored = JSON.stringify(await server.platform.store.get(sessions, started.session));
        assert.ok(!stored.includes(description), 'what the session says of claims lies sealed');
      }));
  }

  it('an answer that the schema refuses ends the issuance also where no wallet asks for the credential', () =>
    withAnswer(200, '{"member":{"level":7}}', async () => {
      const started = await start();
      await presentTo(started.link, held);
      let view = await sessionOf(server, started.session);
      for (; ['expected', 'answered'].includes(view.claimsStatus); view = await sessionOf(server, started.session)) {
        await sleep(10);
      }
      const error = explained('claims_invalid', { description: '/member/level: must be string, not number' });
      assert.deepEqual([view.claimsStatus, view.status, view.error], ['failed', 'failed', error]);
    }));

  it('an answer for another configuration than those of the offer leaves a line in the log', () =>
    withAnswer(200, '{"membre":{"level":"x"}}', async () => {
      const started = await start();
      const token = await tokenAfterPresentation(started, held);
      assert.equal((await decided(started, token)).status, 200, 'the static claims fit');
      const lines = server.lines.filter((line) => line.includes('"claims for a configuration that was not offered"'));
      assert.ok(
        started.session.startsWith(JSON.parse(lines.at(-1) ?? '{}').session) && !lines.join('').includes('membre'),
      );
    }));

  const unusable: Readonly<Record<string, readonly [number, string]>> = {
    'an array': [200, '[{"level":"x"}]'],
    'claims that are no object': [200, '{"member":"x"}'],
    null: [200, 'null'],
    'no JSON': [200, 'level=x'],
    'a reserved key': [200, '{"__proto__":{"level":"x"},"member":{"level":"x"}}'],
    nothing: [204, ''],
    '100 kB': [200, JSON.stringify({ member: { level: 'x'.repeat(100_000) } })],
    'an error': [500, '{"member":{"level":"x"}}'],
  };
  it('repeats the request after an unusable answer, and accepts a valid one then', async () => {
    for (const [name, [status, body]] of Object.entries(unusable)) {
      await withAnswer(status, body, async () => {
        const started = await start();
        const token = await tokenAfterPresentation(started, held);
        const deferred = await requestMember(started.wallet, token);
        assert.equal(deferred.status, 202, `${name}: ${deferred.text}`);
        assert.equal((await sessionOf(server, started.session)).claimsStatus, 'expected', name);
        Object.assign(receiver, { status: 200, body: '{"member":{"level":"good"}}' });
        const answer = await decided({ ...started }, token);
        assert.equal(answer.status, 200, `${name}: ${answer.text}`);
        assert.equal((await verifyWithLibrary(answer.json.credentials[0].credential)).claims.level, 'good');
        assert.ok(receiver.received.length > 1);
      });
    }
  });

  it('a webhook that answers 410 ends the issuance', () =>
    withAnswer(410, '', async () => {
      const started = await start();
      const { answer } = await presentTo(started.link, held);
      assert.equal(answer.status, 200);
      let view = await sessionOf(server, started.session);
      for (; view.status !== 'failed'; view = await sessionOf(server, started.session)) await sleep(10);
      assert.deepEqual(
        [view.error, view.claimsStatus],
        [explained('claims_unavailable', {}, 'claims_refused'), 'failed'],
      );
    }));

  it('after the deadline the request of the wallet ends the issuance, and a late answer is ignored', () =>
    withAnswer(200, '{"member":{"level":"late"}}', async () => {
      receiver.silent = true;
      const started = await start();
      const token = await tokenAfterPresentation(started, held);
      const deferred = await requestMember(started.wallet, token);
      assert.equal(deferred.status, 202, deferred.text);
      world.shift += 700_000;
      const body = { transaction_id: deferred.json.transaction_id };
      assertRefused(await started.wallet.resource('/vci/deferred', token, body), 400, 'credential_request_denied');
      receiver.silent = false;
      assertRefused(await started.wallet.resource('/vci/deferred', token, body), 400, 'credential_request_denied');
      const view = await sessionOf(server, started.session);
      assert.deepEqual([view.status, view.error], ['failed', explained('claims_deadline', {}, 'claims_late')]);
      world.shift = 0;
    }));

  it('the answer of the webhook and the presented claims are sealed in the store', () =>
    withAnswer(200, '{"member":{"level":"unreadable"}}', async () => {
      const started = await start();
      const token = await tokenAfterPresentation(started, held);
      assert.equal((await decided(started, token)).status, 200);
      const stored = JSON.stringify(await server.platform.store.get(sessions, started.session));
      assert.ok(!stored.includes('unreadable') && !stored.includes(started.authSession));
      assert.ok(!server.lines.join('').includes('unreadable'));
    }));

  it('a transaction_id is for its own session and token', () =>
    withAnswer(200, '{"member":{"level":"x"}}', async () => {
      receiver.silent = true;
      const [one, two] = [await start(), await start()];
      const [tokenOne, tokenTwo] = [await tokenAfterPresentation(one, held), await tokenAfterPresentation(two, held)];
      const deferred = await requestMember(one.wallet, tokenOne);
      for (const id of [deferred.json.transaction_id, GARBAGE, '', 7]) {
        const answer = await two.wallet.resource('/vci/deferred', tokenTwo, { transaction_id: id });
        assertRefused(answer, 400, 'invalid_transaction_id');
      }
      const bare = await fetch(`${server.url}/vci/deferred`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ transaction_id: deferred.json.transaction_id }),
      });
      assert.equal(bare.status, 401);
    }));
});
