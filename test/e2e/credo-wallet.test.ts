/** Credo 0.6.3 as the wallet: it takes credentials by pre-authorized code, verifies and keeps them, and presents them. */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { read } from '@countersign/wallet/sending/answer';
import { type CredoWallet, provisionCredoWallet, startCredoWallet } from '../credo/credo-wallet.ts';
import { pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody, type TestServer } from '../support/server.ts';

let server: TestServer;
let program: string | undefined;
let missing = '';

before(async () => {
  server = await startSampleServer();
  for (const folder of ['presentation', 'tenants/root/presentations']) {
    server.writeConfig(`${folder}/question.json`, pidQuestion);
  }
  try {
    program = await provisionCredoWallet();
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    missing = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nMISSING: Credo: ${missing}\n`);
  }
});
after(() => server.close());

/** Both shapes of the interface: paths of offers and requests, and a call with the credentials of the shape. */
const shapes = {
  a: { offer: '/vci/offer', request: '/oid4vp', call: (path: string, init?: RequestInit) => server.a(path, init) },
  b: {
    offer: '/issuer-management/offer',
    request: '/presentation-management/request',
    call: (path: string, init?: RequestInit) => server.b(path, init),
  },
};

type Shape = (typeof shapes)[keyof typeof shapes];

async function ask({ call }: Shape, path: string, body?: object): Promise<Awaited<ReturnType<typeof read>>['json']> {
  const answer = await read(await call(path, body === undefined ? {} : { method: 'POST', ...jsonBody(body) }));
  assert.ok(answer.status === 200 || answer.status === 201, answer.text);
  return answer.json;
}

/** A wallet that trusts the certificates of the tenant. */
async function walletFor(t: TestContext, shape: Shape): Promise<CredoWallet | undefined> {
  if (program === undefined) {
    t.skip(missing);
    return undefined;
  }
  // The keys are made with the first offer and the first request.
  await ask(shape, shape.offer, offerOf('pid'));
  await ask(shape, shape.request, { response_type: 'uri', requestId: 'question' });
  const listed = JSON.stringify([await ask(shape, '/trust'), await ask(shape, '/keys')]);
  const trusted = [...listed.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(([pem]) =>
    pem.replaceAll('\\n', '\n'),
  );
  const wallet = startCredoWallet(program, trusted);
  t.after(() => wallet.close());
  return wallet;
}

function offerOf(...credentialConfigurationIds: readonly string[]): object {
  return { response_type: 'uri', flow: 'pre_authorized_code', credentialConfigurationIds };
}

for (const [name, shape] of Object.entries(shapes)) {
  describe(`Credo, shape ${name}`, () => {
    test('takes a batch of SD-JWT VCs and presents one, encrypted and in clear', async (t) => {
      const wallet = await walletFor(t, shape);
      if (wallet === undefined) return;
      const offer = await ask(shape, shape.offer, offerOf('pid'));
      const [stored] = await wallet.accept(offer.uri, { batch: 2 });
      assert.equal(stored?.type, 'SdJwtVcRecord');
      assert.equal(stored.instances, 2);
      for (const mode of ['direct_post.jwt', 'direct_post']) {
        const body = { response_type: 'uri', requestId: 'question', response_mode: mode };
        const request = await ask(shape, shape.request, body);
        const presented = await wallet.present(request.uri);
        assert.deepEqual(presented.serverResponse, { status: 200, body: {} }, mode);
        const session = await ask(shape, `/session/${request.session}`);
        assert.equal(session.credentials[0].values.given_name, stored.claims?.given_name);
      }
    });
  });
}
