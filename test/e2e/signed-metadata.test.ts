/** Signed issuer metadata (OpenID4VCI 1.0, 12.2.3) over HTTP, at both well-known addresses, in both variants. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createAuthority, createLeaf } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { setGlobalConfig } from '@openid4vc/oauth2';
import { Openid4vciClient } from '@openid4vc/openid4vci';
import { decodeJwt, importX509, type JWTPayload, jwtVerify } from 'jose';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

setGlobalConfig({ allowInsecureUrls: true });

const HOUR = 3_600_000;
const SIGNED = { accept: 'application/jwt' };
const NAME = 'openid-credential-issuer';

/** Verifies as a wallet does: the leaf of `x5c` under the anchor, and `exp`. */
async function verified(token: string, anchor: string, now: number): Promise<JWTPayload> {
  const [header = ''] = token.split('.');
  const { x5c } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { x5c: readonly string[] };
  const [leaf] = x5c.map((element) => new X509Certificate(Buffer.from(element, 'base64')));
  const ca = new X509Certificate(anchor);
  assert.ok(leaf !== undefined);
  assert.ok(leaf.verify(ca.publicKey));
  assert.ok(
    x5c.every((element) => element !== ca.raw.toString('base64')),
    'the anchor is not in x5c',
  );
  const options = { typ: 'openidvci-issuer-metadata+jwt', algorithms: ['ES256'], currentDate: new Date(now) };
  const { payload } = await jwtVerify(token, await importX509(leaf.toString(), 'ES256'), options);
  return payload;
}

describe('signed issuer metadata', () => {
  let server: TestServer;
  const MIDNIGHT = Math.ceil(Date.now() / (24 * HOUR)) * 24 * HOUR;
  let now = MIDNIGHT;
  before(async () => {
    server = await startSampleServer({ clock: () => now });
  });
  after(() => server.close());

  for (const shape of shapes) {
    describe(`of ${shape.name}`, () => {
      const path = ({ tenant }: Shape): string => (tenant === 'default' ? '' : `/${tenant}`);
      const inserted = `/.well-known/${NAME}${path(shape)}`;
      const appended = `${path(shape)}/.well-known/${NAME}`;
      const get = async (headers: Record<string, string> = {}, address = inserted): Promise<Answer> =>
        read(await server.request(address, { headers }));
      const anchorOf = async (): Promise<string> =>
        (await server.platform.keys.signer(shape.tenant, 'metadata')).anchor ?? assert.fail();

      it('is the unsigned document with issuer, time and end, at both addresses', async () => {
        const json = await get({ accept: 'application/json' });
        for (const address of [inserted, appended]) {
          const answer = await get(SIGNED, address);
          assert.equal(answer.status, 200);
          assert.equal(answer.headers.get('content-type'), 'application/jwt');
          assert.equal(answer.headers.get('vary'), 'accept');
          assert.equal(answer.headers.get('access-control-allow-origin'), '*');
          const { iss, sub, iat = 0, exp = 0, ...members } = await verified(answer.text, await anchorOf(), now);
          assert.deepEqual(members, json.json);
          const issuer = shape.issuer(server);
          assert.deepEqual([iss, sub, members.credential_issuer], [issuer, issuer, issuer]);
          assert.deepEqual([exp - iat, iat * 1000 <= now], [86_400, true]);
        }
        assert.equal((await get(SIGNED)).text, (await get(SIGNED, appended)).text, 'cached bytes');
      });

      it('is for those who name it and prefer it; no header is refused', async () => {
        const cases: readonly [accept: string, type: string][] = [
          ['*/*', 'application/json'],
          ['text/html', 'application/json'],
          ['application/jwt;q=0', 'application/json'],
          ['application/jwt;q=0.1, application/json;q=0.2', 'application/json'],
          ['application/json, application/jwt', 'application/jwt'],
          ['application/jwt;q=0.9, */*;q=0.1', 'application/jwt'],
        ];
        for (const [accept, type] of cases) {
          const answer = await get({ accept });
          assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type], accept);
          assert.equal(answer.headers.get('vary'), 'accept', accept);
        }
      });

      it('has an entity tag of its own: no cache takes one form for the other', async () => {
        const [json, signed] = [await get(), await get(SIGNED)];
        const [ofJson, ofSigned] = [json, signed].map(({ headers }) => headers.get('etag') ?? '');
        assert.notEqual(ofJson, ofSigned);
        const again = async (tag = '', accept: Record<string, string> = {}): Promise<number> => {
          const answer = await get({ ...accept, 'if-none-match': tag });
          assert.equal(answer.headers.get('vary'), 'accept');
          if (answer.status === 304) assert.deepEqual([answer.text, answer.headers.get('etag')], ['', tag]);
          return answer.status;
        };
        assert.equal(await again(ofJson), 304);
        assert.equal(await again(ofSigned, SIGNED), 304);
        assert.equal(await again(ofSigned), 200);
        assert.equal(await again(ofJson, SIGNED), 200);
      });

      it('is signed anew when the content changes, and before half of its time is gone', async () => {
        const first = await get(SIGNED);
        server.writeConfig(`${shape.folder}display.json`, [{ name: `Office of ${shape.tenant}`, locale: 'en' }]);
        const renamed = await get({ ...SIGNED, 'if-none-match': first.headers.get('etag') ?? '' });
        assert.equal(renamed.status, 200);
        assert.match(JSON.stringify(decodeJwt(renamed.text).display), /Office of/);
        now += 12 * HOUR;
        const tag = renamed.headers.get('etag') ?? '';
        const later = await get({ ...SIGNED, 'if-none-match': tag });
        assert.equal(later.status, 200);
        const { exp = 0 } = decodeJwt(later.text);
        assert.ok(exp * 1000 >= now + 12 * HOUR);
        assert.equal((await get({ 'if-none-match': (await get()).headers.get('etag') ?? '' })).status, 304);
        // Replayed the next day, it has ended.
        now += 24 * HOUR;
        await assert.rejects(verified(later.text, await anchorOf(), now), { code: 'ERR_JWT_EXPIRED' });
      });

      it('contains the members for EU wallets, as the unsigned document does', async () => {
        const eu = { registration: { issuer: 'issuer' }, preferred_client_status_period: 86_400 };
        server.writeConfig(`${shape.folder}registration-certificates/issuer.jwt`, 'a.b.c');
        server.writeConfig(`${shape.folder}tenant.json`, eu);
        const [json, signed] = [(await get()).json, decodeJwt((await get(SIGNED)).text)];
        for (const document of [json, signed]) {
          assert.deepEqual(document.issuer_info, [{ format: 'registration_cert', data: 'a.b.c' }]);
          assert.equal(document.preferred_client_status_period, 86_400);
        }
        server.writeConfig(`${shape.folder}tenant.json`, {});
        assert.equal((await get()).json.issuer_info, undefined);
      });

      it('is resolved by a wallet library, signed and unsigned', async () => {
        // 0.4.6 reads both forms and sends no `Accept`, so the wallet around it does.
        const preferring: typeof fetch = (input, init) =>
          fetch(input, String(input).includes(NAME) ? { ...init, headers: SIGNED } : init);
        const verifyJwt = async (_signer: unknown, { compact }: { readonly compact: string }): Promise<object> => {
          await verified(compact, await anchorOf(), now);
          return { verified: true, signerJwk: { kty: 'EC' } };
        };
        type Callbacks = ConstructorParameters<typeof Openid4vciClient>[0]['callbacks'];
        const resolve = (callbacks: object) =>
          new Openid4vciClient({ callbacks: callbacks as unknown as Callbacks }).resolveIssuerMetadata(
            shape.issuer(server),
          );
        const unsigned = await resolve({ fetch });
        assert.equal(unsigned.originalDraftVersion, 'V1');
        const signed = await resolve({ fetch: preferring, verifyJwt });
        assert.deepEqual(signed.credentialIssuer.credential_issuer, shape.issuer(server));
        assert.equal(signed.signedCredentialIssuer?.jwt.header.typ, 'openidvci-issuer-metadata+jwt');
      });

      it('is signed by the access certificate of the operator where there is one', async () => {
        const url = 'https://agency.example';
        const keys = generateKeyPair();
        const authorityKeys = generateKeyPair();
        const validity = { notBefore: now - HOUR, notAfter: now + 100 * HOUR, tenant: 'agency', random: systemRandom };
        const host = certificateHost(url);
        const certificate = await createAuthority({ ...validity, host, keys: authorityKeys });
        const authority = { certificate, privateKey: authorityKeys.privateKey };
        const leaf = await createLeaf({ ...validity, host, authority, publicKey: keys.publicKey });
        const before = await get(SIGNED);
        const folder = `${shape.folder}keys/`;
        server.writeConfig(`${folder}metadata.key.pem`, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
        server.writeConfig(`${folder}metadata.chain.pem`, leaf);
        now += 1000;
        const answer = await get({ ...SIGNED, 'if-none-match': before.headers.get('etag') ?? '' });
        assert.equal(answer.status, 200, 'another certificate, another form');
        assert.equal((await verified(answer.text, certificate, now)).sub, shape.issuer(server));
        // An unusable chain disables the signed form, and never falls back to a different key.
        server.writeConfig(`${folder}metadata.chain.pem`, certificate);
        now += 1000;
        assert.equal((await get(SIGNED)).status, 500);
        assert.equal((await get()).status, 200);
      });
    });
  }
});
