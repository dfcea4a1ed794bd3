/**
 * W3C credentials as JWTs over HTTP: a foreign issuer's diploma is accepted, what the query did not ask for is kept
 * nowhere, and a revoked, replayed or self-issued one is refused.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { presentJwtVc } from '@countersign/wallet/presentation/jwt-vc';
import { type PresentationRequest, post, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { forms } from '../support/canary-flow.ts';
import { fileDump } from '../support/file-dump.ts';
import { sessionOf } from '../support/flows.ts';
import { makeFetchedRequest } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const CANARY = 'Canary-grade-not-asked-for';
const diplomaQuery = {
  id: 'diploma',
  format: 'jwt_vc_json',
  meta: { type_values: [['VerifiableCredential', 'DiplomaCredential']] },
  claims: [{ path: ['credentialSubject', 'degree'] }],
};

describe('a W3C credential as a JWT', () => {
  let server: TestServer;
  let issuer: Awaited<ReturnType<typeof makeSigningKey>>;
  let list = '';
  const key = newWalletKey();
  const now = Math.floor(Date.now() / 1000);
  const lists = createServer((request, response) => {
    const lst = deflateSync(Buffer.from([0x01])).toString('base64url');
    const payload = { sub: `http://${request.headers.host}${request.url}`, iat: now, status_list: { bits: 1, lst } };
    response.writeHead(200, { 'content-type': 'application/statuslist+jwt' });
    response.end(signCompact({ typ: 'statuslist+jwt', alg: 'ES256', x5c: issuer.x5c }, payload, issuer.privateKey));
  });
  before(async () => {
    await new Promise<void>((resolve) => lists.listen(0, '127.0.0.1', resolve));
    const { port } = lists.address() as AddressInfo;
    list = `http://127.0.0.1:${port}/1`;
    server = await startSampleServer({
      env: { LOG_LEVEL: 'debug', TRACE: 'all', OUTBOUND_ALLOW: `127.0.0.1:${port}` },
    });
    issuer = await makeSigningKey({ notBefore: Date.now() - 60_000, notAfter: Date.now() + 86_400_000 });
    server.writeConfig('trust/university.pem', issuer.anchor);
    server.writeConfig('trust/university.json', { vct: ['DiplomaCredential'] });
    server.writeConfig('presentation/question.json', { dcql_query: { credentials: [diplomaQuery] } });
  });
  after(async () => {
    await server.close();
    lists.closeAllConnections();
    await new Promise((resolve) => lists.close(resolve));
  });

  const diploma = (idx: number, signer = issuer) => {
    const vc = {
      '@context': ['https://www.w3.org/2018/credentials/v1'],
      type: ['VerifiableCredential', 'DiplomaCredential'],
      credentialSubject: { degree: 'Mathematics', grade: CANARY },
    };
    const status = { status_list: { idx, uri: list } };
    const payload = { iss: 'https://issuer.example', nbf: now - 60, cnf: { jwk: key.publicJwk }, status, vc };
    return signCompact({ typ: 'JWT', alg: 'ES256', x5c: signer.x5c }, payload, signer.privateKey);
  };
  const send = async (request: PresentationRequest, session: string, presentation: string) => {
    const answer = await post(request.response_uri, responseFields(request, vpTokenOf(presentation, request)));
    return { status: answer.status, view: await sessionOf(server, session) };
  };
  const presented = async (credential: string) => {
    const { request, session } = await makeFetchedRequest(server, { crossDevice: true });
    return { session, ...(await send(request, session, presentJwtVc({ credential, key }, request))) };
  };

  it('is accepted; the request names the format and its algorithm, and what was not asked for is nowhere', async () => {
    const { request } = await makeFetchedRequest(server, { crossDevice: true });
    const metadata = request.client_metadata as unknown as { vp_formats_supported: unknown };
    assert.deepEqual(metadata.vp_formats_supported, { jwt_vc_json: { alg_values: ['ES256'] } });
    const { status, view } = await presented(diploma(1));
    assert.equal(status, 200, JSON.stringify(view));
    assert.deepEqual(view.credentials?.[0].values.credentialSubject, { degree: 'Mathematics' });
    const places = await fileDump(server);
    assert.ok(places.length > 0);
    for (const form of forms(CANARY)) {
      for (const [place, bytes] of places) assert.ok(!bytes.includes(form), place);
      assert.ok(!Buffer.from(server.lines.join('')).includes(form), 'log');
    }
  });

  it('is refused if revoked, for another request, or if another signed it', async () => {
    assert.equal((await presented(diploma(0))).view.error?.code, 'revoked');
    const first = await makeFetchedRequest(server, { crossDevice: true });
    const second = await makeFetchedRequest(server, { crossDevice: true });
    const replayed = presentJwtVc({ credential: diploma(1), key }, first.request);
    const { status, view } = await send(second.request, second.session, replayed);
    assert.deepEqual([status, view.error?.code, view.error?.credential], [400, 'kb_nonce', 'diploma']);
    const stranger = await makeSigningKey({ notBefore: Date.now() - 60_000, notAfter: Date.now() + 86_400_000 });
    assert.equal((await presented(diploma(1, stranger))).view.error?.code, 'issuer_trust');
  });

  it('is not requested by a tenant of profile haip, nor in a format that is not built', async () => {
    const write = async (id: string, query: object) => {
      const body = JSON.stringify({ id, dcql_query: { credentials: [query] } });
      const answer = await read(await server.a('/presentation-management', { method: 'POST', body }));
      return [answer.status, ...Object.values(answer.json.errors?.[0] ?? {})];
    };
    const at = '/dcql_query/credentials/0/format';
    const detail =
      'Only the formats dc+sd-jwt, mso_mdoc, jwt_vc_json are built. Request a W3C credential as jwt_vc_json';
    assert.deepEqual(await write('linked-data', { ...diplomaQuery, format: 'ldp_vc' }), [400, at, detail]);
    server.writeConfig('tenant.json', { profile: 'haip' });
    const refused = await write('w3c', diplomaQuery);
    assert.deepEqual(refused, [400, at, 'A tenant of profile haip requests only dc+sd-jwt and mso_mdoc']);
    const body = JSON.stringify({ response_type: 'uri', requestId: 'question', crossDevice: true });
    const answer = await read(await server.a('/oid4vp', { method: 'POST', body }));
    assert.deepEqual([answer.status, answer.json.errors?.[0].pointer], [400, '/requestId']);
    server.writeConfig('tenant.json', { profile: 'open' });
  });
});
