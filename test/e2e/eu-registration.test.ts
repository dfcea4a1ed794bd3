/**
 * A verifier of profile `eu`, as in docs/how-to/eu.md: certificates, checks, and a wallet that requires all of them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createAccessAuthority,
  createRegistrar,
  NOW,
  SECONDS,
  statusList,
  TENANT_KEY,
} from '@countersign/european-trust/test/registration/registrar';
import { until } from '@countersign/shared/test/patience';
import { Holder } from '@countersign/wallet/presentation/holder';
import { WALLETS } from '@countersign/wallet/profiles/habits';
import { read } from '@countersign/wallet/sending/answer';
import { Transport } from '@countersign/wallet/sending/transport';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody, type TestServer } from '../support/server.ts';
import { openListServer } from '../support/status-list-server.ts';

const registrar = await createRegistrar();
const authority = await createAccessAuthority();
const access = await authority.certificate();
const TYPE = 'urn:eudi:pid:1';
const registered = { format: 'dc+sd-jwt', meta: { vct_values: [TYPE] }, claim: [{ path: ['given_name'] }] };

const asking = (claim: string) => ({
  id: 'age',
  dcql_query: {
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [TYPE] }, claims: [{ path: [claim] }] }],
  },
  registrationCert: { id: 'given-name', body: {} },
});

describe('a tenant of profile eu', () => {
  let server: TestServer;
  let now = NOW;
  const lists = openListServer();
  before(async () => {
    server = await startSampleServer({ clock: () => now, env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    for (const { folder } of shapes) {
      const key = String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }));
      server.writeConfig(`${folder}tenant.json`, { profile: 'eu' });
      server.writeConfig(`${folder}keys/request.key.pem`, key);
      server.writeConfig(`${folder}keys/request.chain.pem`, access.certificate.toString());
      server.writeConfig(`${folder}trust/access-authorities/a.pem`, authority.authority.certificate.toString());
      server.writeConfig(`${folder}trust/wallet-providers/w.pem`, authority.authority.certificate.toString());
      server.writeConfig(`${folder}trust/registration-providers/r.pem`, registrar.authority.certificate.toString());
    }
    now += 2000;
  });
  after(async () => {
    await server.close();
    (await lists).close();
  });

  for (const shape of shapes) {
    const call = async (path: string, body: object) =>
      read(await shape.call(server, path, { method: 'POST', ...jsonBody(body) }));
    const create = (of: Shape) => (of.tenant === 'default' ? '/oid4vp' : '/presentation-management/request');
    const ask = () => call(create(shape), { response_type: 'uri', requestId: 'age', crossDevice: true });

    it(`stores the certificate, the configuration, and asks: ${shape.name}`, async () => {
      const { made, uri } = await lists;
      const claims = { credentials: [registered], status: { status_list: { idx: 7, uri } } };
      const jwt = await registrar.jwt({ claims });
      const serve = async (revoked: readonly number[]) => {
        made.list = statusList({
          signer: await registrar.signer(),
          revoked,
          claims: { sub: uri, ttl: 60, iat: SECONDS },
        });
      };
      await serve([]);
      now += 61_000;

      // Without the certificate the configuration is refused, and with it only if it covers the query.
      assert.equal((await call('/presentation-management', asking('given_name'))).status, 400);
      const stored = await call('/registration-certificates', { id: 'given-name', jwt });
      assert.deepEqual([stored.status, stored.json.state], [201, 'valid'], stored.text);
      const over = await call('/presentation-management', asking('birthdate'));
      assert.equal(over.status, 400);
      assert.equal(over.json.errors[0].pointer, '/dcql_query/credentials/0/claims/0/path');
      assert.match(over.json.errors[0].detail, /registered is .*given_name/);
      assert.equal((await call('/presentation-management', asking('given_name'))).status, 201);

      // A wallet that posts, and accepts only an encrypted request with the certificate.
      const made201 = await ask();
      assert.equal(made201.status, 201, made201.text);
      const link = String(made201.json.uri);
      assert.equal(new URL(link).searchParams.get('request_uri_method'), 'post');
      const sent: string[] = [];
      const spying: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        sent.push(await answer.clone().text());
        return answer;
      };
      const holder = new Holder({
        transport: new Transport({ fetch: spying }),
        habits: WALLETS['eudi-ios'].presentation,
        now: () => now / 1000,
        held: () => [],
      });
      const request = await holder.open(link);
      assert.deepEqual(request.verifier_info, [{ format: 'registration_cert', data: jwt }]);
      assert.equal(sent[0]?.split('.').length, 5);

      // A revocation reaches the backend, not the phone. No request waits for the registrar: one after the next look-up is refused.
      await serve([7]);
      now += 61_000;
      await until('the status was looked up', async () => (await ask()).status === 409);
      const refused = await ask();
      assert.deepEqual([refused.status, refused.json.reason], [409, 'registration_certificate_revoked'], refused.text);
      const [listed] = await read(await shape.call(server, '/registration-certificates')).then(({ json }) => json);
      assert.deepEqual([listed.state, listed.configurations], ['refused', ['age']]);
    });
  }
});
