/**
 * Encrypted credential requests and responses, and deferred transactions, under attack (OpenID4VCI 1.0, 8, 9 and 10).
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { rotateEncryptionKey } from '@countersign/issuer/keys/encryption-keys';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import type { Answer } from '@countersign/wallet/sending/answer';
import { CompactEncrypt, exportJWK, generateKeyPair } from 'jose';
import {
  askedOf,
  CREDENTIAL,
  DEFERRED,
  exchange,
  jweTo,
  metadataOf,
  requestKey,
  sendJwe,
} from '../support/encrypted-requests.ts';
import { assertRefused, credentialBody } from '../support/flows.ts';
import {
  challenged,
  GARBAGE,
  holdPidOf,
  offerOf,
  type Shape,
  shapes,
  tokenAfterPresentation,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const INVALID = 'invalid_encryption_parameters';

interface Holder {
  readonly wallet: Wallet;
  readonly token: string;
}

let server: TestServer;
let receiver: WebhookReceiver;
let shift = 0;
const clock = (): number => Date.now() + shift;

before(async () => {
  server = await startSampleServer({ clock, env: { CLAIMS_WAIT: '30', DEFERRED_NOTIFICATION: 'on' } });
  receiver = await openReceiver();
  receiver.status = 200;
  receiver.body = JSON.stringify({ member: { level: 'late' } });
});
after(async () => {
  await server.close();
  await receiver.close();
});

/** A wallet with a token for a PID. */
async function holderOf(shape: Shape): Promise<Holder> {
  const made = await offerOf(server, shape, { credentialConfigurationIds: ['pid'], flow: 'pre_authorized_code' });
  const wallet = new Wallet({ issuer: shape.issuer(server), clock });
  const answer = await wallet.redeem(await wallet.offer(made.uri));
  assert.equal(answer.status, 200, answer.text);
  return { wallet, token: answer.json.access_token };
}

/** A deferred request: its claims come when the receiver is no longer silent. */
async function deferredOf(shape: Shape): Promise<Holder & { readonly id: string; readonly session: string }> {
  receiver.silent = true;
  writeMember(server, shape, receiver.url);
  const started = await challenged(server, shape, { wallet: { clock } });
  const token = await tokenAfterPresentation(started, await holdPidOf(server, shape));
  const { wallet, session } = started;
  const answer = await exchange(wallet, token, { body: await credentialBody(wallet, { id: 'member' }) });
  assert.equal(answer.status, 202, answer.text);
  assert.ok(answer.json.interval > 0);
  return { wallet, token, id: answer.json.transaction_id, session };
}

/** Asks for the transaction, encrypted, until the claims have arrived. */
async function collected({ wallet, token, id }: Holder & { readonly id: string }): Promise<Answer> {
  receiver.silent = false;
  for (;;) {
    const answer = await exchange(wallet, token, { body: { transaction_id: id }, path: DEFERRED });
    if (answer.status !== 202) return answer;
    assert.equal(answer.json.transaction_id, id);
  }
}

/** What a caller learns from a refusal. */
const visible = ({ status, text, headers }: Answer) => [status, text, headers.get('content-type')];

for (const shape of shapes) {
  describe(`encryption, ${shape.name}`, () => {
    it('requests and answers are encrypted, compressed where asked for, and the token stays valid after credential_accepted', async () => {
      const { wallet, token } = await holderOf(shape);
      const { credential_request_encryption: requests, credential_response_encryption: answers } =
        await metadataOf(wallet);
      assert.deepEqual([requests?.encryption_required, answers?.encryption_required], [false, false]);
      const first = await exchange(wallet, token, { body: await credentialBody(wallet) });
      assert.equal(first.status, 200, first.text);
      const notified = await wallet.notify(token, first.json.notification_id);
      assert.deepEqual([notified.status, notified.text], [204, '']);
      // The same token requests again: unencrypted, with a compressed response, and with a compressed request.
      const plain = await wallet.credential(token, await credentialBody(wallet));
      assert.equal(plain.status, 200, plain.text);
      assert.match(plain.headers.get('content-type') ?? '', /^application\/json/);
      for (const header of [{}, { zip: 'DEF' }]) {
        const asked = await askedOf(wallet, { asksCompressed: true });
        const again = await exchange(wallet, token, { body: await credentialBody(wallet), asked, header });
        assert.equal(again.json.credentials.length, 1, again.text);
      }
      const request = await jweTo(await requestKey(wallet), await credentialBody(wallet));
      const withoutKey = await sendJwe(wallet, token, request);
      assert.equal(withoutKey.json.credentials.length, 1, 'an encrypted request may have a plain answer');
    });

    it('other algorithms, a key of the sender, and a compressed bomb are refused; no nonce is used up', async () => {
      const { wallet, token } = await holderOf(shape);
      const body = await credentialBody(wallet);
      const key = await requestKey(wallet);
      const clear = Buffer.from(JSON.stringify(body));
      const secret = randomBytes(32);
      const own = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
      const by = (header: object, to: Parameters<CompactEncrypt['encrypt']>[0]) =>
        new CompactEncrypt(clear).setProtectedHeader({ kid: key.kid, ...header } as never).encrypt(to);
      const bomb = { ...body, padding: ' '.repeat(20 * 1024 * 1024) };
      const attacks: Record<string, string> = {
        PBES2: await by({ alg: 'PBES2-HS256+A128KW', enc: 'A128GCM', p2c: 2000 }, secret),
        'PBES2 with a huge count': swapped(await jweTo(key, body), { alg: 'PBES2-HS256+A128KW', p2c: 2 ** 31 }),
        dir: await by({ alg: 'dir', enc: 'A256GCM' }, secret),
        'a wrapped key': await by({ alg: 'A256KW', enc: 'A256GCM' }, secret),
        'CBC content': await jweTo(key, body, { enc: 'A128CBC-HS256' }),
        'A192GCM content': await jweTo(key, body, { enc: 'A192GCM' }),
        'another agreement': await jweTo({ ...key, alg: 'ECDH-ES+A256KW' }, body),
        'the key of the header': await by(
          { alg: 'ECDH-ES', enc: 'A256GCM', jwk: await exportJWK(own.publicKey) },
          own.publicKey,
        ),
        'a bomb of 20 MB': await jweTo(key, bomb, { zip: 'DEF' }),
        'a critical header': swapped(await jweTo(key, body), { crit: ['exp'], exp: 1 }),
        'an epk off the curve': swapped(await jweTo(key, body), { epk: { ...key, y: key.x } }),
        garbage: 'a.b.c.d.e',
        'no JWE': 'text',
      };
      const answers = new Map<string, Answer>();
      for (const [name, jwe] of Object.entries(attacks)) answers.set(name, await sendJwe(wallet, token, jwe));
      for (const [name, answer] of answers) {
        assert.equal(answer.json?.error, INVALID, `${name}: ${answer.status} ${answer.text}`);
        assertRefused(answer, 400, INVALID);
      }
      const issued = await exchange(wallet, token, { body });
      assert.equal(issued.status, 200, issued.text);
    });

    it('a key for the answer in a plain request: profile open answers to it, and refuses what is no key', async () => {
      const { wallet, token } = await holderOf(shape);
      const body = await credentialBody(wallet);
      const { member } = await askedOf(wallet);
      for (const wrong of [{ ...member, jwk: newWalletKey().publicJwk }, {}, null]) {
        assertRefused(await wallet.credential(token, { ...body, credential_response_encryption: wrong }), 400, INVALID);
      }
      const answer = await wallet.credential(token, { ...body, credential_response_encryption: member });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get('content-type'), 'application/jwt');
      assert.equal(answer.text.split('.').length, 5, 'a JWE');
    });

    it('a key for the answer that is private, off the curve, huge or without alg is refused before anything is issued', async () => {
      const { wallet, token } = await holderOf(shape);
      const body = await credentialBody(wallet);
      const key = await requestKey(wallet);
      const { member, key: own } = await askedOf(wallet);
      const jwk = member.jwk as { x: string };
      const { d } = own.privateKey.export({ format: 'jwk' });
      const p384 = {
        ...(await exportJWK((await generateKeyPair('ECDH-ES', { crv: 'P-384' })).publicKey)),
        alg: 'ECDH-ES',
      };
      const { alg: _, ...unnamed } = member.jwk as { alg: string };
      const wrong: readonly object[] = [
        { ...member, jwk: { ...jwk, d } },
        { ...member, jwk: { ...jwk, y: jwk.x } },
        { ...member, jwk: { ...jwk, x: 'A'.repeat(30_000) } },
        { ...member, jwk: { ...jwk, kid: 'k'.repeat(10_000) } },
        { ...member, jwk: p384 },
        { ...member, jwk: unnamed },
        { ...member, jwk: { ...jwk, alg: 'RSA-OAEP' } },
        { ...member, jwk: { kty: 'oct', k: 'AAAA', alg: 'ECDH-ES' } },
        { ...member, enc: 'A256CBC-HS512' },
        { ...member, enc: undefined },
        { enc: member.enc },
      ];
      for (const one of wrong) {
        const sent = { ...body, credential_response_encryption: one };
        assertRefused(await sendJwe(wallet, token, await jweTo(key, sent)), 400, INVALID);
      }
      const issued = await exchange(wallet, token, { body });
      assert.equal(issued.status, 200, 'the nonce is unused');
    });

    it('every fault of decryption has one answer', async () => {
      const { wallet, token } = await holderOf(shape);
      const body = await credentialBody(wallet);
      const key = await requestKey(wallet);
      const good = await jweTo(key, body);
      const [header = '', , iv = '', content = '', tag = ''] = good.split('.');
      const other = { ...key, ...newWalletKey().publicJwk };
      const flipped = (part: string) => `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
      const faults = [
        [header, '', iv, content, flipped(tag)].join('.'),
        [header, '', iv, flipped(content), tag].join('.'),
        [header, '', flipped(iv), content, tag].join('.'),
        [header, '', iv, content, tag.slice(4)].join('.'),
        [header, 'AAAA', iv, content, tag].join('.'),
        swapped(good, { apu: 'AAAA' }),
        swapped(good, { kid: 'unknown' }),
        swapped(good, { epk: { ...key, y: key.x } }),
        await jweTo(other, body),
        await jweTo(key, Buffer.from('no compressed text'), { zip: 'GZIP' }).catch(() =>
          swapped(good, { zip: 'GZIP' }),
        ),
        await jweTo(key, { ...body, x: ' '.repeat(70_000) }, { zip: 'DEF' }),
      ];
      const seen: unknown[] = [];
      for (const jwe of faults) {
        for (const path of [CREDENTIAL, DEFERRED]) seen.push(visible(await sendJwe(wallet, token, jwe, path)));
      }
      for (const one of seen) assert.deepEqual(one, seen[0]);
      assert.deepEqual((seen[0] as unknown[])[0], 400);
      // Only a sender who knows the plain text learns something about it.
      for (const clear of ['[]', '"x"', 'x', '{"a":1,"a":2}', '']) {
        const answer = await sendJwe(wallet, token, await jweTo(key, Buffer.from(clear)));
        assertRefused(answer, 400, 'invalid_credential_request');
      }
    });

    it('the key of another tenant is unknown', async () => {
      const { wallet, token } = await holderOf(shape);
      const [elsewhere] = shapes.filter(({ tenant }) => tenant !== shape.tenant);
      const foreign = await requestKey({ fetch, issuer: elsewhere?.issuer(server) ?? '' });
      const body = await credentialBody(wallet);
      assertRefused(await sendJwe(wallet, token, await jweTo(foreign, body)), 400, INVALID);
      const own = await requestKey(wallet);
      assertRefused(await sendJwe(wallet, token, await jweTo({ ...foreign, kid: own.kid }, body)), 400, INVALID);
    });

    it('a retired key opens for 48 hours, then it is unknown', async (t) => {
      t.after(() => {
        shift = 0;
      });
      const old = await requestKey({ fetch, issuer: shape.issuer(server) });
      await rotateEncryptionKey({ ...server.platform, clock }, shape.tenant);
      shift += 11 * MINUTE;
      const present = await requestKey({ fetch, issuer: shape.issuer(server) });
      assert.notEqual(present.kid, old.kid);
      shift += 47 * HOUR;
      const { wallet, token } = await holderOf(shape);
      const within = await sendJwe(wallet, token, await jweTo(old, await credentialBody(wallet)));
      assert.equal(within.status, 200, within.text);
      shift += HOUR;
      const late = await holderOf(shape);
      const body = await credentialBody(late.wallet);
      assertRefused(await sendJwe(late.wallet, late.token, await jweTo(old, body)), 400, INVALID);
      assert.equal((await exchange(late.wallet, late.token, { body })).status, 200);
    });

    it('a transaction that is guessed or of another grant is unknown; of 50 at once one issues', async () => {
      const mine = await deferredOf(shape);
      const other = await deferredOf(shape);
      const ask = (holder: Holder, id: unknown): Promise<Answer> =>
        holder.wallet.resource(DEFERRED, holder.token, { transaction_id: id });
      const guesses = [GARBAGE, '', 7, mine.id.slice(0, 22) + GARBAGE.slice(22), other.id, mine.session];
      for (const id of guesses) assertRefused(await ask(mine, id), 400, 'invalid_transaction_id');
      assert.equal((await ask(mine, mine.id)).status, 202);
      const first = await collected(mine);
      assert.equal(first.status, 200, first.text);
      const all = await Promise.all(
        Array.from({ length: 50 }, () =>
          exchange(mine.wallet, mine.token, { body: { transaction_id: mine.id }, path: DEFERRED }),
        ),
      );
      assert.deepEqual(new Set(all.map(({ text }) => text)), new Set([first.text]));
      const plain = await ask(mine, mine.id);
      assert.equal(plain.text, first.text, 'in the form that this request asks for');
      assertRefused(await ask(other, mine.id), 400, 'invalid_transaction_id');
      assert.equal((await mine.wallet.notify(mine.token, first.json.notification_id)).status, 204);
      assertRefused(await ask(mine, mine.id), 400, 'invalid_transaction_id');
      await collected(other);
    });

    it('ten minutes after its delivery a transaction is unknown', async (t) => {
      t.after(() => {
        shift = 0;
      });
      const mine = await deferredOf(shape);
      const first = await collected(mine);
      shift += 9 * MINUTE;
      const ask = () => mine.wallet.resource(DEFERRED, mine.token, { transaction_id: mine.id });
      assert.equal((await ask()).text, first.text);
      shift += MINUTE;
      assertRefused(await ask(), 400, 'invalid_transaction_id');
    });

    it('a tenant that requires encryption takes nothing plain, and says so', async (t) => {
      const file = `${shape.folder}tenant.json`;
      server.writeConfig(file, { credentialEncryption: 'required' });
      t.after(() => server.writeConfig(file, {}));
      const { wallet, token } = await holderOf(shape);
      const offered = await metadataOf(wallet);
      for (const member of [offered.credential_request_encryption, offered.credential_response_encryption]) {
        assert.equal(member?.encryption_required, true);
      }
      const body = await credentialBody(wallet);
      assertRefused(await wallet.credential(token, body), 400, INVALID);
      assertRefused(await wallet.resource(DEFERRED, token, { transaction_id: GARBAGE }), 400, INVALID);
      const key = await requestKey(wallet);
      assertRefused(await sendJwe(wallet, token, await jweTo(key, body)), 400, INVALID);
      assert.equal((await exchange(wallet, token, { body })).status, 200);
    });

    it('without a token nothing is decrypted', async () => {
      const { wallet } = await holderOf(shape);
      const answer = await sendJwe(wallet, GARBAGE, 'no JWE at all');
      assert.equal(answer.status, 401, answer.text);
    });
  });
}

it('where compressed requests are not offered they are refused; answers may still be compressed', async () => {
  const strict = await startSampleServer({ env: { REQUEST_COMPRESSION: 'false' } });
  try {
    const [shape = assert.fail()] = shapes;
    const made = await offerOf(strict, shape, { credentialConfigurationIds: ['pid'], flow: 'pre_authorized_code' });
    const wallet = new Wallet({ issuer: strict.url });
    const token = (await wallet.redeem(await wallet.offer(made.uri))).json.access_token;
    const body = await credentialBody(wallet);
    const { credential_request_encryption: offered } = await metadataOf(wallet);
    assert.equal(offered?.zip_values_supported, undefined);
    assertRefused(
      await sendJwe(wallet, token, await jweTo(await requestKey(wallet), body, { zip: 'DEF' })),
      400,
      INVALID,
    );
    const asked = await askedOf(wallet, { asksCompressed: true });
    assert.equal((await exchange(wallet, token, { body, asked })).status, 200);
  } finally {
    await strict.close();
  }
});

/** The JWE with other members in its header, which its tag does not cover then. */
function swapped(jwe: string, change: object): string {
  const [header = '', ...rest] = jwe.split('.');
  const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
  return [Buffer.from(JSON.stringify({ ...fields, ...change })).toString('base64url'), ...rest].join('.');
}
