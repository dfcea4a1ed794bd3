/** The credential and notification endpoints under misuse (OpenID4VCI 1.0, 8 and 11). */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { decode } from '../support/credential.ts';
import {
  assertRefused,
  beginWithToken,
  count,
  credentialBody,
  PRE_AUTHORIZED_FLOW,
  sessionOf,
} from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('credential endpoint', () => {
  let server: TestServer;
  let now = Date.now();
  const clock = (): number => now;
  const begin = (body: object = PRE_AUTHORIZED_FLOW) => beginWithToken(server, body, { clock });
  before(async () => {
    server = await startSampleServer({ clock });
  });
  after(() => server.close());

  it('refuses requests without a usable token', async () => {
    const { wallet, token } = await begin();
    const body = JSON.stringify(await credentialBody(wallet));
    const send = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${server.url}/vci/credential`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const none = await send({});
    assert.equal(none.status, 401);
    assert.match(none.headers.get('www-authenticate') ?? '', /^DPoP algs="ES256", Bearer$/);
    for (const authorization of [
      'Bearer',
      'Basic abc',
      `Bearer ${'A'.repeat(64)}`,
      `Bearer ${token.slice(1)}`,
      'DPoP x',
    ]) {
      assert.equal((await send({ authorization })).status, 401);
    }
  });

  it('refuses a request with false values', async () => {
    const { wallet, token } = await begin();
    const good = (await credentialBody(wallet)) as { proofs: { jwt: string[] } };
    const proof = good.proofs.jwt[0] ?? '';
    const id = { credential_configuration_id: 'pid' };
    const cases: [object, string][] = [
      [{ proofs: good.proofs }, 'invalid_credential_request'],
      [{ ...good, credential_identifier: 'pid' }, 'invalid_credential_request'],
      [{ ...good, credential_configuration_id: 1 }, 'invalid_credential_request'],
      [{ ...good, credential_configuration_id: 'unknown' }, 'unknown_credential_configuration'],
      [{ ...good, credential_configuration_id: '__proto__' }, 'unknown_credential_configuration'],
      [{ ...good, credential_configuration_id: 'diploma' }, 'credential_request_denied'],
      [{ credential_identifier: 'unknown', proofs: good.proofs }, 'unknown_credential_identifier'],
      [{ ...good, credential_response_encryption: { alg: 'x' } }, 'invalid_encryption_parameters'],
      [id, 'invalid_proof'],
      [{ ...id, proofs: {} }, 'invalid_proof'],
      [{ ...id, proofs: { jwt: [] } }, 'invalid_proof'],
      [{ ...id, proofs: { jwt: [1] } }, 'invalid_proof'],
      [{ ...id, proofs: { jwt: proof } }, 'invalid_proof'],
      [{ ...id, proofs: { jwt: [proof], attestation: [proof] } }, 'invalid_proof'],
      [{ ...id, proofs: { attestation: [proof] } }, 'invalid_proof'],
      [{ ...id, proof: { proof_type: 'cwt', jwt: proof } }, 'invalid_proof'],
      [{ ...id, proof: { proof_type: 'jwt', jwt: proof }, proofs: good.proofs }, 'invalid_credential_request'],
    ];
    for (const [body, code] of cases) assertRefused(await wallet.credential(token, body), 400, code);
    const issued = await wallet.credential(token, { ...good, format: 'dc+sd-jwt', unknown: {} });
    assert.equal(issued.status, 200, issued.text);
  });

  const badProofs = (wallet: Wallet, nonce: string): Record<string, string> => {
    const key = newWalletKey();
    const { privateKey, publicJwk } = key;
    const payload = { aud: server.url, iat: Math.floor(now / 1000), nonce };
    const header = { typ: 'openid4vci-proof+jwt', alg: 'ES256', jwk: publicJwk };
    const input = `${encode(header)}.${encode(payload)}`;
    const hmac = `${encode({ ...header, alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } })}.${encode(payload)}`;
    const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    return {
      'no JWT': 'garbage',
      'alg none': `${encode({ ...header, alg: 'none' })}.${encode(payload)}.`,
      HS256: `${hmac}.${createHmac('sha256', Buffer.from('AAAA', 'base64url')).update(hmac).digest('base64url')}`,
      'signature of another': signCompact(header, payload, newWalletKey().privateKey),
      'DER signature': `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`,
      'changed payload': wallet
        .proof(key, nonce)
        .replace(/\.[^.]+\./, `.${encode({ ...payload, iat: payload.iat + 1 })}.`),
      'wrong typ': wallet.proof(key, nonce, { header: { typ: 'JWT' } }),
      'no typ': wallet.proof(key, nonce, { header: { typ: undefined } }),
      'no key': wallet.proof(key, nonce, { header: { jwk: undefined } }),
      'two key references': wallet.proof(key, nonce, { header: { kid: 'did:example:1' } }),
      'kid alone': wallet.proof(key, nonce, { header: { jwk: undefined, kid: 'did:example:1' } }),
      'x5c together with jwk': wallet.proof(key, nonce, { header: { x5c: ['AAAA'] } }),
      'private jwk': wallet.proof(key, nonce, { header: { jwk: privateKey.export({ format: 'jwk' }) } }),
      'other curve': signCompact(
        { ...header, jwk: p384.publicKey.export({ format: 'jwk' }) },
        payload,
        p384.privateKey,
      ),
      'point off the curve': wallet.proof(key, nonce, { header: { jwk: { ...publicJwk, y: publicJwk.x } } }),
      'other aud': wallet.proof(key, nonce, { audience: 'https://elsewhere.example' }),
      'aud of another tenant': wallet.proof(key, nonce, { audience: `${server.url}/root` }),
      'no aud': wallet.proof(key, nonce, { payload: { aud: undefined } }),
      'no iat': wallet.proof(key, nonce, { payload: { iat: undefined } }),
      'old iat': wallet.proof(key, nonce, { payload: { iat: payload.iat - 400 } }),
      'future iat': wallet.proof(key, nonce, { payload: { iat: payload.iat + 120 } }),
      'no nonce': wallet.proof(key, undefined),
      'unknown crit': wallet.proof(key, nonce, { header: { crit: ['b64'], b64: false } }),
    };
  };

  it('refuses bad key proofs and burns neither nonce nor token', async () => {
    const { wallet, token } = await begin();
    const nonce = await wallet.nonce();
    for (const [name, jwt] of Object.entries(badProofs(wallet, nonce))) {
      const answer = await wallet.credential(token, { credential_configuration_id: 'pid', proofs: { jwt: [jwt] } });
      assert.equal(answer.status, 400, `${name}: ${answer.text}`);
      assert.equal(answer.json.error, 'invalid_proof', name);
    }
    assert.equal((await wallet.credential(token, await credentialBody(wallet, { nonce }))).status, 200);
  });

  it('accepts the proof object of the drafts, and aud as an array', async () => {
    const { wallet, token } = await begin();
    const jwt = wallet.proof(newWalletKey(), await wallet.nonce(), { payload: { aud: [server.url] } });
    const body = { credential_configuration_id: 'pid', proof: { proof_type: 'jwt', jwt } };
    assert.equal((await wallet.credential(token, body)).status, 200);
  });

  it('refuses unknown, foreign and expired nonces with invalid_nonce', async () => {
    const { wallet, token } = await begin();
    const ofTenant = (await (await fetch(`${server.url}/root/vci/nonce`, { method: 'POST' })).json()) as {
      c_nonce: string;
    };
    const good = await wallet.nonce();
    const changed = `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const nonce of ['random', ofTenant.c_nonce, changed, `${good}=`]) {
      assertRefused(await wallet.credential(token, await credentialBody(wallet, { nonce })), 400, 'invalid_nonce');
    }
    now += 300_000;
    assertRefused(await wallet.credential(token, await credentialBody(wallet, { nonce: good })), 400, 'invalid_nonce');
    assert.equal((await wallet.credential(token, await credentialBody(wallet))).status, 200);
  });

  it('lets one of eight parallel requests with one nonce win, with one key or with eight', async () => {
    for (const oneKey of [true, false]) {
      const { wallet, token } = await begin();
      const nonce = await wallet.nonce();
      const key = newWalletKey();
      const bodies = await Promise.all(
        Array.from({ length: 8 }, () => credentialBody(wallet, { nonce, key: oneKey ? key : newWalletKey() })),
      );
      const answers = await Promise.all(bodies.map((body) => wallet.credential(token, body)));
      assert.equal(count(answers, 200), 1);
      for (const answer of answers.filter(({ status }) => status !== 200)) assertRefused(answer, 400, 'invalid_nonce');
      // A refused wallet continues with a fresh nonce.
      assert.equal((await wallet.credential(token, await credentialBody(wallet))).status, 200);
    }
  });

  it('lets one of twenty parallel copies of the same request win, across two tokens too', async () => {
    const [first, second] = [await begin(), await begin()];
    const body = await credentialBody(first.wallet);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const { wallet, token } = index % 2 === 0 ? first : second;
        return wallet.credential(token, body);
      }),
    );
    assert.equal(count(answers, 200), 1);
  });

  it('refuses too many proofs and the same key twice', async () => {
    const { wallet, token } = await begin();
    const nonce = await wallet.nonce();
    const proofs = (count_: number): string[] =>
      Array.from({ length: count_ }, () => wallet.proof(newWalletKey(), nonce));
    const id = { credential_configuration_id: 'pid' };
    assertRefused(
      await wallet.credential(token, { ...id, proofs: { jwt: proofs(11) } }),
      400,
      'invalid_credential_request',
    );
    const key = newWalletKey();
    const twice = [wallet.proof(key, nonce), wallet.proof(key, nonce, { payload: { jti: 'x' } })];
    assertRefused(await wallet.credential(token, { ...id, proofs: { jwt: twice } }), 400, 'invalid_proof');
    const mixed = [wallet.proof(newWalletKey(), nonce), wallet.proof(newWalletKey(), await wallet.nonce())];
    assertRefused(await wallet.credential(token, { ...id, proofs: { jwt: mixed } }), 400, 'invalid_proof');
    const ten = await wallet.credential(token, { ...id, proofs: { jwt: proofs(10) } });
    assert.equal(ten.json.credentials.length, 10);
  });

  it('serves several requests on one token, each with a fresh nonce, and brings the next nonce along', async () => {
    const { wallet, token, session } = await begin();
    let nonce: string | undefined;
    for (let request = 0; request < 3; request += 1) {
      const answer = await wallet.credential(
        token,
        await credentialBody(wallet, nonce === undefined ? {} : { nonce }),
        {
          accept: 'application/json; charset=utf-8',
        },
      );
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(Object.keys(answer.json).sort(), [
        'c_nonce',
        'c_nonce_expires_in',
        'credentials',
        'notification_id',
      ]);
      assert.notEqual(answer.headers.get('date'), null);
      assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
      nonce = answer.json.c_nonce;
    }
    assert.equal((await sessionOf(server, session)).issued.length, 3);
  });

  it('the service sets names, times, key and status itself', async () => {
    const { wallet, token } = await begin();
    const key = newWalletKey();
    const answer = await wallet.credential(token, await credentialBody(wallet, { key }));
    const [jwt = ''] = answer.json.credentials[0].credential.split('~');
    const header = decode(jwt.split('.')[0] ?? '');
    const payload = decode(jwt.split('.')[1] ?? '');
    assert.equal(header.typ, 'dc+sd-jwt');
    assert.equal((header.x5c as string[]).length, 1);
    assert.deepEqual(payload.cnf, { jwk: key.publicJwk });
    assert.equal(payload.iss, server.url);
    assert.equal(payload.vct, `${server.url}/credentials/vct/pid`);
    // Rounded, so that the credentials of a batch can't be linked by the second.
    assert.equal(Number(payload.iat) % 3600, 0);
    assert.equal(Number(payload.exp) % 3600, 0);
    assert.ok(Number(payload.iat) <= now / 1000 && Number(payload.exp) > now / 1000);
    assert.equal(answer.json.credentials[0].credential.endsWith('~'), true);
  });

  it('refuses a token at exactly the end of its life', async () => {
    const { wallet, token } = await begin();
    now += 900_000;
    assert.equal((await wallet.credential(token, await credentialBody(wallet))).status, 401);
    const bearer = await beginWithToken(server, PRE_AUTHORIZED_FLOW, { clock, dpop: false });
    now += 300_000;
    assert.equal((await bearer.wallet.credential(bearer.token, await credentialBody(bearer.wallet))).status, 401);
  });

  describe('notification', () => {
    it('is recorded once, however often it comes', async () => {
      const { wallet, token, session } = await begin();
      const issued = await wallet.credential(token, await credentialBody(wallet));
      const id: string = issued.json.notification_id;
      const answers = await Promise.all(Array.from({ length: 10 }, () => wallet.notify(token, id)));
      for (const answer of answers) {
        assert.equal(answer.status, 204);
        assert.equal(answer.text, '');
      }
      const seen = await sessionOf(server, session);
      assert.equal(seen.notifications.length, 1);
      assert.equal(seen.status, 'completed');
      assert.equal((await wallet.notify(token, id, 'credential_deleted')).status, 204);
      assert.equal((await sessionOf(server, session)).notifications.length, 2);
    });

    it('takes the object form of the interface and unknown members', async () => {
      const { wallet, token } = await begin();
      const issued = await wallet.credential(token, await credentialBody(wallet));
      const event = { event: 'credential_failure', event_description: 'no room' };
      const body = { notification_id: issued.json.notification_id, event, unknown: 1 };
      assert.equal((await wallet.resource('/vci/notification', token, body)).status, 204);
    });

    it('refuses ids of others, unknown events and missing tokens', async () => {
      const [mine, other] = [await begin(), await begin()];
      const issued = await mine.wallet.credential(mine.token, await credentialBody(mine.wallet));
      const id: string = issued.json.notification_id;
      assertRefused(await other.wallet.notify(other.token, id), 400, 'invalid_notification_id');
      assertRefused(await mine.wallet.notify(mine.token, 'unknown'), 400, 'invalid_notification_id');
      for (const event of ['Credential_Accepted', '', 1, null, ['credential_accepted'], {}]) {
        assertRefused(await mine.wallet.notify(mine.token, id, event), 400, 'invalid_notification_request');
      }
      const bare = await fetch(`${server.url}/vci/notification`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ notification_id: id, event: 'credential_accepted' }),
      });
      assert.equal(bare.status, 401);
      assert.deepEqual((await sessionOf(server, mine.session)).notifications ?? [], []);
    });
  });
});
