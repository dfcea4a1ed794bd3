/** Reads the redirect URI in a webhook's response, only if the session waits for one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { redirectIn, redirectUriIn } from '../../src/delivery/redirect-answer.ts';
import { world } from '../world.ts';

const uri = 'https://shop.example/orders/7?step=paid';
const body = Buffer.from(JSON.stringify({ redirectUri: uri }));

test('the member of a JSON object, if it is a text of a possible length', () => {
  assert.equal(redirectUriIn(body), uri);
  for (const other of [
    '',
    'ok',
    '[]',
    'null',
    '{"redirectUri":1}',
    '{"redirectUri":""}',
    '{"__proto__":{"redirectUri":"x"}}',
  ])
    assert.equal(redirectUriIn(Buffer.from(other)), undefined, other);
  assert.equal(redirectUriIn(Buffer.from(JSON.stringify({ redirectUri: 'x'.repeat(2049) }))), undefined);
});

test('it is encrypted for its session, and read only from the delivery of the verified request', async (t) => {
  const { platform } = await world(t);
  const progress = { state: 'verified', responseCode: { hash: 'c', sealed: 's', redeemed: false } };
  const session = {
    id: 's',
    tenant: 'default',
    presentation: { requestHash: 'h', redirect: 'webhook', progress },
  } as unknown as SessionDocument;
  const verified = { type: 'presentation.verified', data: { request: 'h' } };
  const sealed = (await redirectIn(platform, session, verified, { status: 200, body })) ?? assert.fail();
  assert.ok(!sealed.includes('shop'));
  assert.equal((await platform.vaults.of('default')).open(sealed, 'session/s/redirect'), uri);

  const nothing = [
    redirectIn(platform, session, { ...verified, type: 'presentation.released' }, { status: 200, body }),
    redirectIn(platform, session, { ...verified, data: { request: 'other' } }, { status: 200, body }),
    redirectIn(platform, session, verified, { status: 204 }),
    redirectIn(platform, session, verified, { error: 'timeout' }),
    redirectIn(platform, { ...session, presentation: undefined } as never, verified, { status: 200, body }),
  ];
  assert.deepEqual(
    await Promise.all(nothing),
    nothing.map(() => undefined),
  );
});
