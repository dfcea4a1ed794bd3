/**
 * Status lists of other issuers: the response to a presentation whose list is reachable, unreachable, or at a forbidden
 * address.
 */

import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { keyDocuments } from '@countersign/shared/test/model/every-tenant';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { sessionOf } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

describe('a credential with a status list elsewhere', () => {
  let server: TestServer;
  let issuer: Awaited<ReturnType<typeof makeSigningKey>>;
  let asked = 0;
  let answer = 200;
  /** Header members that name the signer of a list. */
  let signer: object | undefined;
  const now = Math.floor(Date.now() / 1000);
  const key = newWalletKey();
  const lists = createServer((request, response) => {
    asked += 1;
    const payload = {
      sub: `http://${request.headers.host}${request.url}`,
      iat: now,
      ttl: 60,
      // entry 0 is revoked
      status_list: { bits: 1, lst: deflateSync(Buffer.from([0x01])).toString('base64url') },
    };
    const header = { typ: 'statuslist+jwt', alg: 'ES256', ...(signer ?? { x5c: issuer.x5c }) };
    response.writeHead(answer, { 'content-type': 'application/statuslist+jwt' });
    response.end(signCompact(header, payload, issuer.privateKey));
  });
  let origin = '';
  before(async () => {
    await new Promise<void>((resolve) => lists.listen(0, '127.0.0.1', resolve));
    const { port } = lists.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    server = await startSampleServer({ env: { OUTBOUND_ALLOW: `127.0.0.1:${port},127.0.0.1:1` } });
    issuer = await makeSigningKey({ notBefore: Date.now() - 60_000, notAfter: Date.now() + 86_400_000 });
    server.writeConfig('trust/other.pem', issuer.anchor);
    server.writeConfig('presentation/question.json', pidQuestion);
    server.writeConfig('presentation/lenient.json', { ...pidQuestion, statusUnreachable: 'accept' });
  });
  after(async () => {
    await server.close();
    lists.closeAllConnections();
    await new Promise((resolve) => lists.close(resolve));
  });

  /** Presents a credential with that status; the session as the backend sees it. */
  const presented = async (uri: string, idx: number, requestId = 'question') => {
    const payload = {
      vct: `${server.url}/credentials/vct/pid`,
      iat: now,
      cnf: { jwk: key.publicJwk },
      given_name: 'Ada',
      status: { status_list: { idx, uri } },
    };
    const header = { typ: 'dc+sd-jwt', alg: 'ES256', x5c: issuer.x5c };
    const held = { credential: `${signCompact(header, payload, issuer.privateKey)}~`, key };
    const { request, session } = await makeFetchedRequest(server, { requestId, crossDevice: true });
    const { status } = await post(
      request.response_uri,
      responseFields(request, vpTokenOf(present(held, request), request)),
    );
    const view = await sessionOf(server, session);
    assert.equal(view.error?.credential, view.error === undefined ? undefined : 'pid');
    return { status, error: view.error?.code, mark: view.credentials?.[0].statusUnknown };
  };
  const accepted = { status: 200, error: undefined, mark: undefined };
  const refused = (error: string) => ({ status: 400, error, mark: undefined });

  it('is looked up there, once for many', async () => {
    assert.deepEqual(await presented(`${origin}/1`, 1), accepted);
    assert.deepEqual(await presented(`${origin}/1`, 0), refused('revoked'));
    assert.deepEqual(await presented(`${origin}/1`, 8), refused('status_unavailable'));
    assert.equal(asked, 1);
  });

  it('is refused where no server answers, unless the configuration accepts that, which marks it', async () => {
    const nowhere = 'http://127.0.0.1:1/list';
    assert.deepEqual(await presented(nowhere, 1), refused('status_unavailable'));
    assert.deepEqual(await presented(nowhere, 1, 'lenient'), { ...accepted, mark: true });
    answer = 503;
    assert.deepEqual(await presented(`${origin}/2`, 1), refused('status_unavailable'));
    assert.deepEqual(await presented(`${origin}/2`, 1, 'lenient'), { ...accepted, mark: true });
    assert.equal(asked, 2);
    answer = 200;
    assert.deepEqual(await presented(`${origin}/1`, 0, 'lenient'), refused('revoked'));
  });

  it('needs no chain of the list where the issuer signed it, but in a tenant of profile haip, which takes no jwk either', async () => {
    const jwk = publicJwkOf(createPublicKey(issuer.privateKey));
    for (const [place, named] of [{}, { jwk }].entries()) {
      signer = named;
      assert.deepEqual(await presented(`${origin}/unnamed/${place}`, 1), accepted);
      server.writeConfig('tenant.json', { profile: 'haip' });
      assert.deepEqual(await presented(`${origin}/unnamed/${place}`, 1), refused('status_unavailable'));
      server.writeConfig('tenant.json', { profile: 'open' });
    }
    signer = undefined;
    server.writeConfig('tenant.json', { profile: 'haip' });
    assert.deepEqual(await presented(`${origin}/named`, 1), accepted);
    server.writeConfig('tenant.json', { profile: 'open' });
  });

  it('is refused where the list is one of this service, which says nothing about others; no tenant gets a key by it', async () => {
    const tenants = async (): Promise<readonly string[]> => {
      const query = { index: 'purpose', limit: 1000 };
      const { documents } = await server.platform.store.find(keyDocuments, query);
      return [...new Set(documents.map(({ tenant }) => tenant))].sort();
    };
    // An own credential opens the list.
    await holdPid(server);
    const before = await tenants();
    for (const path of ['', '/ghost', '/root']) {
      const uri = `${server.url}${path}/status-management/status-list`;
      for (const id of ['question', 'lenient']) {
        assert.deepEqual(await presented(uri, 1, id), refused('status_unavailable'), `${uri} ${id}`);
      }
    }
    assert.deepEqual(await tenants(), before);
  });

  it('is refused where the address is forbidden, whatever the configuration says', async () => {
    for (const uri of [
      'http://127.0.0.1:2/list',
      'http://10.0.0.1/list',
      'file:///etc/passwd',
      'https://u@a.example/',
    ]) {
      assert.deepEqual(await presented(uri, 1, 'lenient'), refused('status_unavailable'), uri);
    }
  });
});
