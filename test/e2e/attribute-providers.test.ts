/**
 * An attribute provider returns the claims when a wallet requests a credential. Whatever goes wrong, nothing is signed:
 * an address inside, a redirect, silence, a huge response, claims of another configuration or outside the schema.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { read } from '@countersign/wallet/sending/answer';
import { forms } from '../support/canary-flow.ts';
import { engineDump } from '../support/engine-dump.ts';
import { fileDump } from '../support/file-dump.ts';
import { beginWithToken, credentialBody, sessionOf } from '../support/flows.ts';
import { collectedCard, payloadOf } from '../support/renewable.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';

const dump = process.env.COUNTERSIGN_TEST_MODE === 'cluster' ? engineDump : fileDump;
const SECRET = `whsec_${Buffer.from('attribute-provider-secret-32-byt').toString('base64')}`;
const KEY = 'Bearer Canary-of-the-provider';
const CLIENT_SECRET = 'Canary-of-the-client';
const TOKENS = ['Canary-of-a-first-token', 'Canary-of-a-second-token'];

const badge = (attribute_provider: string) => ({
  config: { format: 'dc+sd-jwt', scope: 'badge', display: [{ name: 'Badge', locale: 'en' }] },
  claims: {},
  disclosureFrame: {},
  attribute_provider,
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { number: { type: 'string', maxLength: 20 } },
    required: ['number'],
  },
});

describe('attribute providers', () => {
  let server: TestServer;
  let provider: WebhookReceiver;
  const asked = { token: 0, claims: 0 };
  const odd = createServer((request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: provider.url }).end();
    else if (request.url === '/huge') response.writeHead(200).end(Buffer.alloc(200_000, ' '));
    else if (request.url === '/token') {
      const isClient = request.headers.authorization === `Basic ${btoa(`countersign:${CLIENT_SECRET}`)}`;
      const access_token = TOKENS[Math.min(asked.token, 1)];
      asked.token += 1;
      response
        .writeHead(isClient ? 200 : 401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token, token_type: 'Bearer', expires_in: 3600 }));
    } else if (request.url === '/claims') {
      asked.claims += 1;
      // The first token has been revoked.
      const isCurrent = request.headers.authorization === `Bearer ${TOKENS[1]}`;
      response.writeHead(isCurrent ? 200 : 401).end(JSON.stringify({ oauth: { number: '42' } }));
    }
    // `/silent` gets no response.
  });
  before(async () => {
    provider = await openReceiver();
    await new Promise<void>((done) => odd.listen(0, '127.0.0.1', done));
    const at = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
    server = await startSampleServer({
      env: {
        HR_KEY: KEY,
        HR_OAUTH: CLIENT_SECRET,
        HR_SECRET: SECRET,
        CLAIMS_WAIT: '1500',
        LOG_LEVEL: 'debug',
        WEBHOOK_SCHEDULE: '0,1,1',
      },
    });
    const url = provider.url;
    const authenticated = { auth: { headerName: 'authorization', valueEnv: 'HR_KEY' }, signingSecretEnv: 'HR_SECRET' };
    server.writeConfig('attribute-providers.json', {
      providers: [
        { id: 'hr', url, ...authenticated },
        { id: 'redirect', url: `${at}/redirect` },
        { id: 'huge', url: `${at}/huge` },
        { id: 'silent', url: `${at}/silent`, timeout: 1 },
        {
          id: 'oauth',
          url: `${at}/claims`,
          oauth: { tokenUrl: `${at}/token`, clientId: 'countersign', clientSecretEnv: 'HR_OAUTH' },
        },
      ],
    });
    for (const id of ['hr', 'redirect', 'huge', 'silent', 'oauth', 'unknown']) {
      server.writeConfig(`issuance/${id}.json`, badge(id));
    }
  });
  after(async () => {
    await server.close();
    await provider.close();
    odd.closeAllConnections();
    odd.close();
  });

  const begin = (id: string, more: object = {}) =>
    beginWithToken(server, { credentialConfigurationIds: [id], flow: 'pre_authorized_code', ...more });
  const request = async (id: string) => {
    const { wallet, token, session } = await begin(id);
    const answer = await wallet.credential(token, await credentialBody(wallet, { id }));
    return { answer, session, wallet, token };
  };
  const respond = (body: object | string, status = 200) =>
    Object.assign(provider, { status, body: typeof body === 'string' ? body : JSON.stringify(body) });

  it('is called once, authenticated and signed, and its claims are issued', async () => {
    respond({ hr: { number: '4711' } });
    const before = provider.received.length;
    const { wallet, token, session } = await begin('hr', { state: 'employee 7' });
    assert.equal(provider.received.length, before, 'not before the wallet requests the credential');
    const [first, second] = await Promise.all([collectedCard(wallet, token, 'hr'), collectedCard(wallet, token, 'hr')]);
    for (const { json } of [first, second]) assert.equal(payloadOf(json.credentials[0].credential).number, '4711');
    const [call, ...others] = provider.received.slice(before);
    assert.ok(call !== undefined && others.length === 0);
    assert.equal(call.headers.authorization, KEY);
    const { timestamp: _, ...payload } = verified(call, SECRET);
    assert.deepEqual(payload, {
      type: 'attributes.requested',
      session,
      state: 'employee 7',
      credentialConfigurationIds: ['hr'],
    });
  });

  it('client credentials: a refused token is renewed once, and the next one serves more calls', async () => {
    for (const calls of [
      { token: 2, claims: 2 },
      { token: 2, claims: 3 },
    ]) {
      const { wallet, token } = await begin('oauth');
      const { json } = await collectedCard(wallet, token, 'oauth');
      assert.equal(payloadOf(json.credentials[0].credential).number, '42');
      assert.deepEqual(asked, calls);
    }
  });

  it('a provider that is late defers the credential', async () => {
    respond({ hr: { number: '12' } });
    provider.silent = true;
    const { answer, wallet, token } = await request('hr');
    assert.equal(answer.status, 202, answer.text);
    provider.silent = false;
    const { transaction_id } = answer.json;
    const poll = () => wallet.resource('/vci/deferred', token, { transaction_id });
    let deferred = await poll();
    await until('the deferred credential', async () => {
      deferred = await poll();
      return deferred.status !== 202;
    });
    assert.equal(payloadOf(deferred.json.credentials[0].credential).number, '12');
  });

  const bad: Readonly<Record<string, object | string>> = {
    'claims of another configuration': { other: { number: '1' } },
    'claims outside the schema': { hr: { number: 7 } },
    'a claim that is too long': { hr: { number: 'x'.repeat(21) } },
    'a reserved name': { hr: { number: '1', iss: 'https://evil.example' } },
    'no claims': {},
  };
  for (const [name, body] of Object.entries(bad)) {
    it(`${name}: nothing is signed, and the session shows the place`, async () => {
      respond(body);
      const { answer, session } = await request('hr');
      assert.deepEqual([answer.status, answer.json.error], [400, 'credential_request_denied'], answer.text);
      const view = await sessionOf(server, session);
      assert.deepEqual([view.status, view.error.code], ['failed', 'claims_invalid']);
      assert.match(view.error.description, /^\/hr/);
    });
  }

  it('a refusal (410) ends the issuance', async () => {
    respond('', 410);
    const { answer, session } = await request('hr');
    assert.deepEqual([answer.status, answer.json.error], [400, 'credential_request_denied']);
    assert.equal((await sessionOf(server, session)).error.code, 'claims_unavailable');
  });

  for (const [id, code] of [
    ['redirect', 'redirect'],
    ['huge', 'too_large'],
    ['silent', 'timeout'],
  ] as const) {
    it(`${id}: the attempt fails with ${code}, and the wallet gets no credential`, async () => {
      const { answer, session } = await request(id);
      assert.equal(answer.status, 202, answer.text);
      assert.equal(answer.json.credentials, undefined);
      let error: string | undefined;
      await until('a failed attempt', async () => {
        const [delivery] = (await read(await server.a(`/session/${session}/deliveries`))).json;
        error = delivery?.attempts[0]?.error;
        return error !== undefined;
      });
      assert.equal(error, code);
    });
  }

  it('a provider that does not exist: nothing is signed, and the log shows which', async () => {
    const { answer } = await request('unknown');
    assert.deepEqual([answer.status, answer.json.error], [400, 'credential_request_denied']);
    assert.ok(server.lines.some((line) => line.includes('"provider":"unknown"')));
  });

  it('an address inside, or a variable that is not set: the whole file is ignored, so nothing is signed', async (t) => {
    const other = await startSampleServer();
    t.after(() => other.close());
    other.writeConfig('issuance/hr.json', badge('hr'));
    const providers = [
      { id: 'hr', url: 'https://10.0.0.7/claims' },
      { id: 'hr', url: 'http://8.8.8.8/claims' },
      { id: 'hr', url: provider.url, auth: { headerName: 'authorization', valueEnv: 'NOT_SET' } },
    ];
    for (const one of providers) {
      other.writeConfig('attribute-providers.json', { providers: [one] });
      const { wallet, token } = await beginWithToken(other, {
        credentialConfigurationIds: ['hr'],
        flow: 'pre_authorized_code',
      });
      const before = provider.received.length;
      const answer = await wallet.credential(token, await credentialBody(wallet, { id: 'hr' }));
      assert.deepEqual(
        [answer.status, answer.json.error],
        [400, 'credential_request_denied'],
        `${one.url} ${answer.text}`,
      );
      assert.equal(provider.received.length, before);
    }
  });

  it('a stored configuration must name a provider of the file', async () => {
    const store = async (id: string) => {
      const { config, ...others } = badge(id);
      const body = JSON.stringify({ ...others, config: { ...config, scope: 'stored' }, id: 'stored' });
      return read(await server.a('/issuer-managment', { method: 'POST', body }));
    };
    const unknown = await store('nobody');
    assert.deepEqual([unknown.status, unknown.json.errors?.[0].pointer], [400, '/attribute_provider']);
    const known = await store('hr');
    assert.equal(known.status, 201, known.text);
  });

  it('an offer with two providers is refused; a presentation during issuance excludes one', async () => {
    const body = JSON.stringify({ response_type: 'uri', credentialConfigurationIds: ['hr', 'huge'] });
    const offer = await read(await server.a('/vci/offer', { method: 'POST', body }));
    assert.deepEqual([offer.status, offer.json.errors[0].pointer], [400, '/credentialConfigurationIds']);
    const both = { ...badge('hr'), id: 'both', presentation_during_issuance: { type: 'name-check' } };
    const written = await read(await server.a('/issuer-managment', { method: 'POST', body: JSON.stringify(both) }));
    assert.equal(written.status, 400);
    assert.ok(written.json.errors.some(({ pointer }: { pointer: string }) => pointer === '/attribute_provider'));
  });

  it('the secrets are nowhere: no file, log line, view or export has them', async () => {
    const paths = ['/session', '/audit', '/deliveries?state=delivered', '/issuer-managment', '/configurations/export'];
    const shown = await Promise.all(paths.map(async (path) => (await server.a(path)).text()));
    const places = [...(await dump(server)).map(([, bytes]) => bytes), ...shown.map((text) => Buffer.from(text))];
    places.push(Buffer.from(server.lines.join('')));
    for (const secret of [KEY, SECRET, CLIENT_SECRET, ...TOKENS]) {
      for (const form of forms(secret)) assert.ok(places.every((place) => !place.includes(form)));
    }
  });
});
