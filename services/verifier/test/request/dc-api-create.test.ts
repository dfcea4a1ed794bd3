/** Requests for a page: what the backend may request, and the stored session. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { PresentationRequest } from '@countersign/shared/messages/presentation-request';
import { checkAccept, dcApiFindings, dcApiOptions } from '../../src/request/dc-api-create.ts';
import { openRequest } from '../../src/request/sealed-request.ts';
import { ORIGIN, OTHER_ORIGIN, openPageWorld, requestIn } from '../dc-api-world.ts';

const origins = [ORIGIN, OTHER_ORIGIN];
const pointers = (body: Partial<PresentationRequest>, configured = origins, profile: 'open' | 'haip' = 'open') =>
  dcApiFindings(body, { origins: configured }, profile).map(({ pointer }) => pointer);

test('what does not belong to a request for a page is a finding', () => {
  assert.deepEqual(pointers({}), []);
  assert.deepEqual(pointers({ origin: ORIGIN, response_mode: 'dc_api' }), []);
  assert.deepEqual(pointers({}, []), ['/response_type']);
  assert.deepEqual(pointers({ origin: ORIGIN }, []), ['/response_type']);
  assert.deepEqual(pointers({ origin: 'https://evil.example' }), ['/origin']);
  assert.deepEqual(pointers({ origin: `${ORIGIN}/` }), ['/origin']);
  assert.deepEqual(pointers({ response_mode: 'direct_post.jwt' }), ['/response_mode']);
  assert.deepEqual(pointers({ redirectUri: 'https://shop.example/', crossDevice: false }), [
    '/redirectUri',
    '/crossDevice',
  ]);
});

test('profile haip requires encrypted responses', () => {
  assert.deepEqual(pointers({ response_mode: 'dc_api' }, origins, 'haip'), ['/response_mode']);
  assert.deepEqual(pointers({ response_mode: 'dc_api.jwt' }, origins, 'haip'), []);
});

test('encrypted unless the backend asks otherwise; the named origin alone, else all of the configuration', () => {
  assert.deepEqual(dcApiOptions({}, { origins }), { responseMode: 'dc_api.jwt', origins });
  assert.deepEqual(dcApiOptions({ origin: ORIGIN, response_mode: 'dc_api' }, { origins }), {
    responseMode: 'dc_api',
    origins: [ORIGIN],
  });
});

test('a caller that accepts a picture alone is refused before anything is made', async (t) => {
  for (const accept of [undefined, '', '*/*', 'application/*', 'image/png, application/json;q=0.1'])
    checkAccept(accept);
  for (const accept of ['image/png', 'image/*, application/json;q=0']) {
    assert.throws(() => checkAccept(accept), { code: 'not_acceptable' }, accept);
  }
  const world = await openPageWorld(t);
  await assert.rejects(world.create({}, 'image/png'), { code: 'not_acceptable' });
});

test('the request is signed, names the configured origins, and has no link', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create({ origin: OTHER_ORIGIN, state: 'order-1' });
  assert.deepEqual(Object.keys(made).sort(), ['digital', 'expiresAt', 'session']);
  const [entry, ...more] = made.digital.requests;
  assert.ok(entry !== undefined && more.length === 0);
  assert.equal(entry.protocol, 'openid4vp-v1-signed');
  const request = requestIn(entry);
  // Even if only one origin's response is accepted, the request lists the pages that may show it.
  assert.deepEqual(request.expected_origins, origins);
  assert.equal(request.response_mode, 'dc_api.jwt');
  assert.match(request.client_id ?? '', /^x509_hash:/);
  for (const name of ['state', 'response_uri', 'request_uri']) assert.ok(!Object.hasOwn(request, name), name);
});

test('the session keeps what its answer is compared with', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create({ origin: OTHER_ORIGIN });
  const session = await world.stored(made.session);
  const vault = await world.platform.vaults.of('default');
  const { presentation } = session;
  assert.ok(presentation !== undefined);
  assert.equal(presentation.progress.state, 'created');
  const sealed = openRequest(vault, session.id, presentation.sealedRequest);
  assert.deepEqual(sealed.dcApi, { origins: [OTHER_ORIGIN], protocols: ['openid4vp-v1-signed'] });
  assert.equal(sealed.requestUri, undefined);
  const request = requestIn(made.digital.requests[0] ?? assert.fail());
  assert.equal(request.nonce, presentation.nonce);
  assert.equal(request.client_metadata.jwks?.keys[0]?.kid, sealed.encryptionKey?.kid);
});

test('nonce and key are of one request alone', async (t) => {
  const world = await openPageWorld(t);
  const [one, other] = [await world.create(), await world.create()].map(({ digital }) =>
    requestIn(digital.requests[0] ?? assert.fail()),
  );
  assert.notEqual(one?.nonce, other?.nonce);
  assert.notDeepEqual(one?.client_metadata.jwks, other?.client_metadata.jwks);
});

test('a link has neither an origin nor a mode of pages, and a page needs configured origins', async (t) => {
  const world = await openPageWorld(t);
  for (const body of [
    { response_type: 'uri', origin: ORIGIN },
    { response_type: 'uri', response_mode: 'dc_api.jwt' },
    { response_type: 'dc-api', requestId: 'question' },
  ]) {
    await assert.rejects(world.create(body), (error) => {
      assert.ok(error instanceof ProtocolError);
      assert.deepEqual([error.code, error.options.reason], ['invalid_request', 'presentation_request']);
      return true;
    });
  }
});

test('profile haip needs no way back for a page', async (t) => {
  const world = await openPageWorld(t, {}, { HAIP: 'true' });
  assert.equal((await world.create()).digital.requests.length, 1);
});
