/** Credentials of the tenant itself, signed with any of its chains: trusted without an entry in `trust/`. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import type { TestContext } from 'node:test';
import { it } from 'node:test';
import { explained } from '@countersign/gateway/test/sessions/explained';
import { createAuthority, createLeaf } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost, x5cElement } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import {
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { sessionOf } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const HOST = certificateHost('http://localhost');
const HOUR = 3_600_000;

/** A CA of another organisation, and leaves under it. */
async function authority() {
  const common = { notBefore: Date.now() - HOUR, notAfter: Date.now() + 24 * HOUR, tenant: 'ca', host: HOST };
  const keys = generateKeyPair();
  const certificate = await createAuthority({ ...common, keys, random: systemRandom });
  return async () => {
    const leaf = generateKeyPair();
    const issuer = { certificate, privateKey: keys.privateKey };
    const options = { ...common, publicKey: leaf.publicKey, authority: issuer, random: systemRandom };
    return { chain: await createLeaf(options), privateKey: leaf.privateKey };
  };
}

async function start(t: TestContext): Promise<{ readonly server: TestServer; later(milliseconds: number): void }> {
  let ahead = 0;
  const server = await startSampleServer({ clock: () => Date.now() + ahead });
  t.after(() => server.close());
  server.writeConfig('presentation/question.json', pidQuestion);
  return {
    server,
    later: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

function configure(server: TestServer, made: Awaited<ReturnType<Awaited<ReturnType<typeof authority>>>>): void {
  server.writeConfig('keys/credential.key.pem', made.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  server.writeConfig('keys/credential.chain.pem', made.chain);
}

/** The outcome of its presentation. */
async function outcome(server: TestServer, held: HeldCredential): Promise<string | undefined> {
  const { request, session } = await makeFetchedRequest(server);
  await post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
  const view = await sessionOf(server, session);
  return view.status === 'verified' ? 'verified' : view.error?.code;
}

it('a tenant with a chain of its own trusts what it issued, before and after, and no other issuer under that CA', async (t) => {
  const { server, later } = await start(t);
  const before = await holdPid(server);
  const leafOf = await authority();
  const own = await leafOf();
  configure(server, own);
  later(2000);
  const held = await holdPid(server);
  const header = JSON.parse(Buffer.from(held.credential.split('.')[0] ?? '', 'base64url').toString('utf8'));
  assert.deepEqual(header.x5c, [x5cElement(new X509Certificate(own.chain))]);
  assert.equal(await outcome(server, held), 'verified');
  assert.equal(await outcome(server, before), 'verified');

  // another customer of the same CA, with a certificate for the same host
  const other = await leafOf();
  const key = newWalletKey();
  const x5c = [x5cElement(new X509Certificate(other.chain))];
  const iat = Math.floor(Date.now() / 1000);
  const payload = { vct: `${server.url}/credentials/vct/pid`, iat, cnf: { jwk: key.publicJwk }, given_name: 'Mallory' };
  const forged = signCompact({ typ: 'dc+sd-jwt', alg: 'ES256', x5c }, payload, other.privateKey);
  assert.equal(await outcome(server, { credential: `${forged}~`, key }), 'issuer_trust');
  // the chain of the tenant, signed by that customer
  const borrowed = signCompact({ typ: 'dc+sd-jwt', alg: 'ES256', x5c: header.x5c }, payload, other.privateKey);
  assert.equal(await outcome(server, { credential: `${borrowed}~`, key }), 'issuer_signature');
});

it('another tenant does not trust it', async (t) => {
  const { server, later } = await start(t);
  configure(server, await (await authority())());
  later(2000);
  const held = await holdPid(server);
  const vct_values = [`${server.url}/credentials/vct/pid`];
  const query = { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values } }] };
  server.writeConfig('tenants/root/presentation/question.json', { ...pidQuestion, dcql_query: query });
  const body = JSON.stringify({ response_type: 'uri', requestId: 'question' });
  const made = await (await server.b('/presentation-management/request', { method: 'POST', body })).json();
  const { uri, session } = made as { uri: string; session: string };
  const object = await (await fetch(new URL(uri).searchParams.get('request_uri') ?? '')).text();
  const request = JSON.parse(Buffer.from(object.split('.')[1] ?? '', 'base64url').toString('utf8'));
  await post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
  const view = (await (await server.b(`/session/${session}`)).json()) as { error?: unknown };
  assert.deepEqual(view.error, explained('issuer_trust', { credential: 'pid' }));
});
