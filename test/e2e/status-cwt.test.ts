/** A status list as CWT, read and verified with a third-party library, next to the JWT of the same list. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { CoseKey, cborDecode, Sign1 } from '@owf/mdoc';
import { owfContext } from '../mdoc/owf-library.ts';
import { statusOf } from '../support/credential.ts';
import { beginWithToken, credentialBody } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody, type TestServer } from '../support/server.ts';

let server: TestServer;
before(async () => {
  server = await startSampleServer();
});
after(() => server.close());

interface CwtList {
  readonly subject: unknown;
  readonly bit: number;
}

/** Fetches the list as CWT, verifies it with the key of its certificate, and reads one position. */
async function readCwt(uri: string, idx: number): Promise<CwtList> {
  const answer = await fetch(uri, { headers: { accept: 'application/statuslist+cwt' } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/statuslist+cwt');
  const message = Sign1.decode(new Uint8Array(await answer.arrayBuffer()));
  const headers = message.protectedHeaders.headers as Map<unknown, unknown>;
  assert.equal(headers.get(16), 'application/statuslist+cwt');
  const chain = headers.get(33);
  const leaf = new X509Certificate(Buffer.from((Array.isArray(chain) ? chain[0] : chain) as Uint8Array));
  const key = CoseKey.fromJwk({ ...leaf.publicKey.export({ format: 'jwk' }) });
  assert.equal(await owfContext.cose.sign1.verify({ key, sign1: message }), true);
  assert.match(leaf.issuer, /IACA of default/);
  const claims = cborDecode(message.payload ?? new Uint8Array()) as Map<number, unknown>;
  const list = claims.get(65_533) as Map<string, unknown>;
  assert.equal(list.get('bits'), 1);
  const bytes = inflateSync(Buffer.from(list.get('lst') as Uint8Array));
  return { subject: claims.get(2), bit: ((bytes[idx >> 3] ?? 0) >> (idx & 7)) & 1 };
}

test('a status list is a JWT, and a CWT where the verifier asks for it; a revocation is in both', async () => {
  const { wallet, token: access, session } = await beginWithToken(server);
  const issued = await wallet.credential(access, await credentialBody(wallet));
  const [, payload = ''] = String(issued.json.credentials[0].credential).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const { uri, idx } = claims.status.status_list;
  assert.deepEqual(await readCwt(uri, idx), { subject: uri, bit: 0 });
  const revoked = await server.a('/status-management', {
    method: 'POST',
    ...jsonBody({ sessionId: session, credentialConfigurationId: 'pid', status: 1 }),
  });
  assert.ok(revoked.ok, await revoked.text());
  assert.deepEqual(await readCwt(uri, idx), { subject: uri, bit: 1 });
  assert.equal((await statusOf(claims)).value, 1);
  for (const accept of ['*/*', 'application/statuslist+jwt', 'application/json']) {
    const answer = await fetch(uri, { headers: { accept } });
    assert.equal(answer.headers.get('content-type'), 'application/statuslist+jwt', accept);
  }
});
