/**
 * An authority revokes a tenant's access certificate: no request leaves the server afterwards, and everyone who must
 * know is informed.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it, type TestContext } from 'node:test';
import { extensionOf } from '@countersign/european-trust/test/registration/made-certificates';
import {
  ACCESS_EXTENSIONS,
  createAccessAuthority,
  createRegistrar,
  NOW,
  SECONDS,
  statusList,
  TENANT_KEY,
} from '@countersign/european-trust/test/registration/registrar';
import { crlOf } from '@countersign/european-trust/test/revocation/revocation-authority';
import { until } from '@countersign/shared/test/patience';
import { createVerifier } from '@countersign/verifier/verifier';
import { read } from '@countersign/wallet/sending/answer';
import { readEvents } from '../support/events.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody } from '../support/server.ts';
import { openListServer } from '../support/status-list-server.ts';

const DAY = 86_400_000;
const registrar = await createRegistrar();
const authority = await createAccessAuthority();
const PID = { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } };

/** A host of revocation lists. @returns its address, and what it serves */
async function hostLists(t: TestContext) {
  const made: { list: Buffer } = { list: Buffer.alloc(0) };
  const server = createServer((_, response) => response.end(made.list));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  return { made, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ca.crl` };
}

it('refuses requests with the reason, and shows and reports the revocation', async (t) => {
  const { made, url } = await hostLists(t);
  const { revocationLists: _, ...others } = ACCESS_EXTENSIONS;
  const extensions = [...Object.values(others), extensionOf.revocationLists(url)];
  const { certificate } = await authority.certificate({ extensions });
  const times = { thisUpdate: NOW - DAY, nextUpdate: NOW + DAY };
  made.list = crlOf(authority.authority, { ...times, revoked: [certificate] });
  const status = await openListServer();
  t.after(status.close);
  const claims = { sub: status.uri, ttl: 3600, iat: SECONDS };
  status.made.list = statusList({ signer: await registrar.signer(), revoked: [], claims });
  const jwt = await registrar.jwt({
    claims: {
      credentials: [{ ...PID, claim: [{ path: ['given_name'] }] }],
      status: { status_list: { idx: 7, uri: status.uri } },
    },
  });
  const began = Date.now();
  const server = await startSampleServer({
    clock: () => NOW + Date.now() - began,
    env: { OUTBOUND_ALLOW: '127.0.0.1' },
    config: {
      'tenant.json': { profile: 'eu' },
      'keys/request.key.pem': String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      'keys/request.chain.pem': certificate.toString(),
      'trust/access-authorities/a.pem': authority.authority.certificate.toString(),
      'trust/registration-providers/r.pem': registrar.authority.certificate.toString(),
      'registration-certificates/name.jwt': jwt,
      'presentation/question.json': {
        dcql_query: { credentials: [{ id: 'pid', ...PID, claims: [{ path: ['given_name'] }] }] },
        registrationCert: { id: 'name', body: {} },
      },
    },
  });
  t.after(() => server.close());
  const parts = async (): Promise<readonly Record<string, unknown>[]> =>
    ((await (await server.a('/eu-parts')).json()) as { parts: Record<string, unknown>[] }).parts;
  const part = async () => (await parts()).find((one) => one.part === 'request_certificate') ?? {};
  assert.equal((await part()).state, 'present');
  const events = await readEvents(server.a, '/events');
  t.after(() => events.close());
  const job = createVerifier(server.platform).jobs.find(({ name }) => name === 'access-certificates');
  await job?.run();
  await until('every service has read it', async () => (await part()).state === 'refused');
  assert.match(JSON.stringify(await part()), /has revoked the access certificate/);
  const body = { response_type: 'uri', requestId: 'question', crossDevice: true };
  const refused = await read(await server.a('/oid4vp', { method: 'POST', ...jsonBody(body) }));
  assert.deepEqual([refused.status, refused.json.reason], [409, 'access_certificate_revoked'], refused.text);
  await events.until(({ event }) => event.type === 'access_certificate.revoked');
  assert.deepEqual(
    events.got.map(({ event }) => event.data),
    [{ certificate: 'default/request', tenant: 'default' }],
  );
  assert.ok(server.lines.some((line) => line.includes('The authority has revoked an access certificate')));
});
