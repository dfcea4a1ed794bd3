/** Presentation during issuance, from the offer to the credential, as wallets see it, in both variants. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { freePort } from '../support/child-server.ts';
import { verifyWithLibrary } from '../support/credential.ts';
import {
  challengeAgain,
  challenged,
  codeAfterPresentation,
  holdPidOf,
  offerOf,
  presentTo,
  redeemWithoutVerifier,
  requestMember,
  type Shape,
  secondChallenge,
  shapes,
  tokenAfterPresentation,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { ServerOptions, TestServer } from '../support/server.ts';
import { openReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { receiveWithOpenid4vc } from '../wallet/openid4vc-wallet.ts';
import { presentWithOpenid4vp } from '../wallet/openid4vp-wallet.ts';

const SECRET = `whsec_${Buffer.from('claims-webhook-secret-of-32-bytes').toString('base64')}`;

type Faults = NonNullable<ServerOptions['faults']>;

/** Disturbances of the bus, none of which a wallet may notice. */
function busFaults(): Faults {
  let turn = 0;
  const delay = (): number => {
    turn += 1;
    return (turn * 67) % 200;
  };
  return { duplicate: 0.5, reorder: true, delay };
}

const BUSES: readonly (readonly [name: string, faults: Faults | undefined])[] = [
  ['', undefined],
  ['on a bus that repeats, delays and mixes', busFaults()],
];

for (const [bus, faults] of BUSES)
  describe(`presentation during issuance ${bus}`, () => {
    let server: TestServer;
    let receiver: WebhookReceiver;
    before(async () => {
      server = await startSampleServer({
        env: { CLAIMS_WAIT: '1500', DEFERRED_NOTIFICATION: 'on' },
        ...(faults === undefined ? {} : { faults }),
      });
    });
    after(() => server.close());

    const withReceiver = async (test: () => Promise<void>): Promise<void> => {
      receiver = await openReceiver();
      receiver.status = 200;
      receiver.body = JSON.stringify({ member: { level: 'gold' } });
      try {
        await test();
      } finally {
        await receiver.close();
      }
    };
    // biome-ignore lint/suspicious/noExplicitAny: the view is looked at field by field
    const viewOf = async (shape: Shape, session: string): Promise<any> =>
      (await read(await shape.call(server, `/session/${session}`))).json;

    for (const shape of shapes) {
      describe(shape.name, () => {
        let held: HeldCredential;
        before(async () => {
          held = await holdPidOf(server, shape);
        });

        it('the claims come from the webhook, which gets what was presented', () =>
          withReceiver(async () => {
            writeMember(server, shape, { url: receiver.url, signingSecret: SECRET });
            const started = await challenged(server, shape, { body: { state: 'order-7' } });
            assert.equal((await viewOf(shape, started.session)).status, 'presentation_required');
            assert.equal((await viewOf(shape, started.session)).claimsStatus, 'expected');
            const token = await tokenAfterPresentation(started, held);
            const answer = await requestMember(started.wallet, token);
            assert.equal(answer.status, 200, answer.text);
            const { claims } = await verifyWithLibrary(answer.json.credentials[0].credential);
            assert.equal(claims.level, 'gold');
            const [call] = await receiver.wait(1);
            const { type, session, state, credentials, tenantId } = verified(call ?? assert.fail(), SECRET);
            assert.deepEqual([type, session, state], ['claims.requested', started.session, 'order-7']);
            assert.equal(tenantId, shape.tenant === 'default' ? undefined : shape.tenant);
            const [{ id, values } = assert.fail()] = credentials as { id: string; values: Record<string, unknown> }[];
            assert.equal(id, 'pid');
            assert.equal(typeof values.given_name, 'string');
            const view = await viewOf(shape, started.session);
            assert.deepEqual([view.status, view.claimsStatus], ['issued', 'ready']);
            assert.equal(receiver.received.length, 1);
            assert.ok(!server.lines.join('').includes('gold'));
            assert.equal((await started.wallet.notify(token, answer.json.notification_id)).status, 204);
            assert.equal((await viewOf(shape, started.session)).status, 'completed');
          }));

        for (const dpop of [true, false]) {
          it(`a wallet library of others, by challenge, ${dpop ? 'with' : 'without'} DPoP`, () =>
            withReceiver(async () => {
              writeMember(server, shape, receiver.url);
              const made = await offerOf(server, shape);
              const present = async (link: string): Promise<string> => {
                const { answer } = await presentWithOpenid4vp(link, held);
                assert.equal(answer.status, 200, answer.text);
                return answer.json.presentation_during_issuance_session;
              };
              const received = await receiveWithOpenid4vc({ link: made.uri, dpop, present });
              assert.equal(received.path, 'PresentationDuringIssuance');
              const { claims } = await verifyWithLibrary(received.credentials[0] ?? '');
              assert.equal(claims.level, 'gold');
              assert.equal((await viewOf(shape, made.session)).status, 'completed');
            }));
        }

        it('a wallet without the challenge: the page continues when its person has presented elsewhere', () =>
          withReceiver(async () => {
            writeMember(server, shape, receiver.url);
            const made = await offerOf(server, shape);
            const browse = async (page: string): Promise<string> => {
              const path = /data-follow="([^"]+)"/.exec(page)?.[1] ?? '';
              // biome-ignore lint/suspicious/noExplicitAny: the response is checked field by field
              const follow = async (): Promise<any> => (await server.request(path)).json();
              assert.deepEqual(await follow(), { state: 'waiting' });
              const link = /href="(openid4vp:[^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? '';
              assert.equal((await presentTo(link, held)).answer.status, 200);
              const [first, again] = [await follow(), await follow()];
              assert.deepEqual([first.state, again.redirect], ['continue', first.redirect]);
              return first.redirect;
            };
            const received = await receiveWithOpenid4vc({ link: made.uri, skipChallenge: true, browse });
            assert.equal((await verifyWithLibrary(received.credentials[0] ?? '')).claims.level, 'gold');
          }));

        it('without a webhook: the claims of the offer, else those of the configuration', async () => {
          writeMember(server, shape);
          for (const [claims, level] of [
            [{ member: { level: 'offered' } }, 'offered'],
            [undefined, 'static'],
          ] as const) {
            const started = await challenged(server, shape, { body: claims === undefined ? {} : { claims } });
            const answer = await requestMember(started.wallet, await tokenAfterPresentation(started, held));
            assert.equal(answer.status, 200, answer.text);
            const read = await verifyWithLibrary(answer.json.credentials[0].credential);
            assert.equal(read.claims.level, level);
            assert.equal((await viewOf(shape, started.session)).claimsStatus, undefined);
          }
        });

        it('the webhook of the offer replaces that of the configuration', () =>
          withReceiver(async () => {
            writeMember(server, shape, 'http://127.0.0.1:1/nobody');
            const body = { webhook: { url: receiver.url }, claims: { member: { level: 'offered' } } };
            const started = await challenged(server, shape, { body });
            const answer = await requestMember(started.wallet, await tokenAfterPresentation(started, held));
            assert.equal(answer.status, 200, answer.text);
            assert.equal((await verifyWithLibrary(answer.json.credentials[0].credential)).claims.level, 'gold');
          }));

        it('a lost answer costs an attempt or a code, not the session', async () => {
          writeMember(server, shape);
          const first = await challenged(server, shape);
          const started = { ...first, ...(await challengeAgain(first.wallet, first.offer)) };
          assert.notEqual(started.authSession, first.authSession);
          const { answer } = await presentTo(started.link, held);
          const again: string = answer.json.presentation_during_issuance_session;
          const ask = (): Promise<Answer> => secondChallenge(started.wallet, started.authSession, again);
          const [lost, code] = [(await ask()).json.authorization_code, (await ask()).json.authorization_code];
          assert.notEqual(lost, code);
          assert.equal((await redeemWithoutVerifier(started.wallet, lost)).json.error, 'invalid_grant');
          assert.equal((await redeemWithoutVerifier(started.wallet, code)).status, 200);
          // The token endpoint's response is lost too.
          const third = { ...first, ...(await challengeAgain(first.wallet, first.offer)) };
          const token = await tokenAfterPresentation(third, held);
          assert.equal((await requestMember(third.wallet, token)).status, 200);
        });

        it('a webhook that is slow: 202, then 202, then the credential, the same bytes until the wallet reports', () =>
          withReceiver(async () => {
            receiver.silent = true;
            writeMember(server, shape, receiver.url);
            const started = await challenged(server, shape);
            const { wallet } = started;
            const token = await tokenAfterPresentation(started, held);
            const deferred = await requestMember(wallet, token);
            assert.equal(deferred.status, 202, deferred.text);
            const { transaction_id: id, interval, credentials, c_nonce: nonce } = deferred.json;
            assert.deepEqual(
              [typeof id, interval > 0, credentials, typeof nonce],
              ['string', true, undefined, 'string'],
            );
            const ask = (): Promise<Answer> => wallet.resource('/vci/deferred', token, { transaction_id: id });
            const waiting = await ask();
            assert.deepEqual([waiting.status, waiting.json.transaction_id], [202, id], waiting.text);
            receiver.silent = false;
            const several = (): Promise<Answer[]> => Promise.all(Array.from({ length: 4 }, ask));
            let answers = await several();
            for (; answers.some(({ status }) => status === 202); answers = await several()) await sleep(20);
            const [answer] = answers;
            assert.ok(answer?.status === 200, answer?.text);
            assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
            assert.equal((await verifyWithLibrary(answer.json.credentials[0].credential)).claims.level, 'gold');
            const all = await Promise.all([ask(), ask(), ask()]);
            for (const again of all) assert.equal(again.text, answer.text);
            assert.equal((await viewOf(shape, started.session)).issued.length, 1);
            assert.equal((await wallet.notify(token, answer.json.notification_id)).status, 204);
            const late = await ask();
            assert.deepEqual([late.status, late.json.error], [400, 'invalid_transaction_id']);
          }));
      });
    }

    it('a code of the challenge needs no code_verifier; one that is sent must fit', async () => {
      const shape = shapes[0] ?? assert.fail();
      writeMember(server, shape);
      const held = await holdPidOf(server, shape);
      const started = await challenged(server, shape);
      const code = await codeAfterPresentation(started, held);
      const { wallet } = started;
      const wrong = wallet.codeParameters(code, { code_verifier: 'x'.repeat(43) });
      assert.equal((await wallet.token(wrong)).json.error, 'invalid_grant');
      assert.equal((await wallet.token(wallet.codeParameters(code))).status, 200);
    });
  });

describe('presentation during issuance over a restart', () => {
  it('credentials deferred before it are delivered after it', async (t) => {
    const [shape] = shapes;
    assert.ok(shape !== undefined);
    const folder = mkdtempSync(join(tmpdir(), 'countersign-deferred-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const receiver = await openReceiver();
    t.after(() => receiver.close());
    receiver.silent = true;
    const env = { PORT: String(await freePort()), CLAIMS_WAIT: '100' };
    const first = await startSampleServer({ folder, env });
    writeMember(first, shape, receiver.url);
    const held = await holdPidOf(first, shape);
    // Without DPoP: after a restart with an empty cache its proofs are refused for a while, which a different test
    // covers.
    const started = await challenged(first, shape, { wallet: { dpop: false } });
    const token = await tokenAfterPresentation(started, held);
    const deferred = await requestMember(started.wallet, token);
    assert.equal(deferred.status, 202, deferred.text);
    await receiver.wait(1);
    await first.close();
    Object.assign(receiver, { status: 200, body: JSON.stringify({ member: { level: 'late' } }), silent: false });
    const second = await startSampleServer({ folder, env });
    writeMember(second, shape, receiver.url);
    try {
      const body = { transaction_id: deferred.json.transaction_id };
      const ask = (): Promise<Answer> => started.wallet.resource('/vci/deferred', token, body);
      let answer = await ask();
      for (; answer.status === 202; answer = await ask()) await sleep(50);
      assert.equal(answer.status, 200, answer.text);
      assert.equal((await verifyWithLibrary(answer.json.credentials[0].credential)).claims.level, 'late');
    } finally {
      await second.close();
    }
  });
});
