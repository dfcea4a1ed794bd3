/** Invalid requests for offers: refused as a whole, with the place, and nothing is stored. And the forms of valid ones. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { PRE_AUTHORIZED } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { sessionOf } from '../support/flows.ts';
import { pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const WEBHOOK = { url: 'https://backend.example/hook' };
const SHORT = `whsec_${Buffer.alloc(23).toString('base64')}`;
const keyed = (headerName: string, value: string): object => ({
  ...WEBHOOK,
  auth: { type: 'apiKey', config: { headerName, value } },
});
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const good = (more: object = {}): object => ({ response_type: 'uri', credentialConfigurationIds: ['pid'], ...more });
const coded = (tx_code: unknown): object => good({ flow: 'pre_authorized_code', tx_code });
const claims = (pid: unknown): object =>
  good({ claims: { pid: { given_name: 'A', family_name: 'B', birthdate: '2000-01-01', ...(pid as object) } } });

/** Body -> JSON pointer of one error. */
const BAD: readonly (readonly [name: string, body: object, pointer: string])[] = [
  ['no response_type', { credentialConfigurationIds: ['pid'] }, '/response_type'],
  ['unknown response_type', good({ response_type: 'dc-api' }), '/response_type'],
  ['no ids', { response_type: 'uri' }, '/credentialConfigurationIds'],
  ['empty list of ids', good({ credentialConfigurationIds: [] }), '/credentialConfigurationIds'],
  ['ids that are no list', good({ credentialConfigurationIds: 'pid' }), '/credentialConfigurationIds'],
  ['the same id twice', good({ credentialConfigurationIds: ['pid', 'pid'] }), '/credentialConfigurationIds'],
  ['an unknown id', good({ credentialConfigurationIds: ['pid', 'unknown'] }), '/credentialConfigurationIds/1'],
  ['an id of the prototype', good({ credentialConfigurationIds: ['constructor'] }), '/credentialConfigurationIds/0'],
  ['an id that is a path', good({ credentialConfigurationIds: ['../display'] }), '/credentialConfigurationIds/0'],
  ['an unknown field', good({ credentialConfigurationId: ['pid'] }), '/credentialConfigurationId'],
  ['an unknown flow', good({ flow: 'implicit' }), '/flow'],
  ['claims for an id that is not offered', good({ claims: { diploma: {} } }), '/claims/diploma'],
  ['claims that are no object', good({ claims: { pid: 'x' } }), '/claims/pid'],
  ['a list of claims', good({ claims: { pid: [] } }), '/claims/pid'],
  ...['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'status', '_sd', '_sd_alg', '...'].map(
    (name) => [`the claim ${name}`, claims({ [name]: 1 }), `/claims/pid/${name}`] as const,
  ),
  ['_sd in an object', claims({ place_of_birth: { _sd: [] } }), '/claims/pid/place_of_birth/_sd'],
  ['_sd_alg at a depth', claims({ a: { b: { c: { _sd_alg: 'x' } } } }), '/claims/pid/a/b/c/_sd_alg'],
  ['... in an array', claims({ a: [[{ '...': 'x' }]] }), '/claims/pid/a/0/0/...'],
  ['a name that needs escapes', claims({ 'a/b~c': { _sd: [] } }), '/claims/pid/a~1b~0c/_sd'],
  ['claims that break the schema', claims({ birthdate: 'yesterday' }), '/claims/pid'],
  ['claims that lack what the schema wants', good({ claims: { pid: {} } }), '/claims/pid'],
  ['a lifetime for an id that is not offered', good({ lifetimes: { diploma: 7200 } }), '/lifetimes/diploma'],
  ['a lifetime below an hour', good({ lifetimes: { pid: 3599 } }), '/lifetimes/pid'],
  ['a lifetime above 50 years', good({ lifetimes: { pid: 50 * 365 * 86_400 + 1 } }), '/lifetimes/pid'],
  ['a lifetime above the interface limit', good({ lifetimes: { pid: 3_153_600_001 } }), '/lifetimes/pid'],
  ['half a second of lifetime', good({ lifetimes: { pid: 7200.5 } }), '/lifetimes/pid'],
  ['a lifetime in words', good({ lifetimes: { pid: '7200' } }), '/lifetimes/pid'],
  ['expiresIn 0', good({ expiresIn: 0 }), '/expiresIn'],
  ['a negative expiresIn', good({ expiresIn: -1 }), '/expiresIn'],
  ['half a second of expiresIn', good({ expiresIn: 1.5 }), '/expiresIn'],
  ['expiresIn beyond the session', good({ expiresIn: 86_401 }), '/expiresIn'],
  ['expiresIn in words', good({ expiresIn: '60' }), '/expiresIn'],
  ['a tx_code for the other flow', good({ tx_code: true }), '/tx_code'],
  ['tx_code false', coded(false), '/tx_code'],
  ['a tx_code of 3 characters', coded('123'), '/tx_code'],
  ['a tx_code of 33 characters', coded('1'.repeat(33)), '/tx_code'],
  ['a tx_code with a line end', coded('1234\n'), '/tx_code'],
  ['a tx_code that is a number', coded(123456), '/tx_code'],
  ['a tx_code of length 3', coded({ length: 3 }), '/tx_code'],
  ['a tx_code of length 33', coded({ length: 33 }), '/tx_code'],
  ['a tx_code of an unknown mode', coded({ input_mode: 'voice' }), '/tx_code'],
  ['a tx_code with a long description', coded({ description: 'x'.repeat(301) }), '/tx_code'],
  ['a tx_code with an unknown member', coded({ size: 6 }), '/tx_code'],
  ['a state too long', good({ state: 'x'.repeat(257) }), '/state'],
  ['a state that is no text', good({ state: {} }), '/state'],
  ['a webhook where no presentation is', good({ webhook: WEBHOOK }), '/webhook'],
  ['a notifyWebhook that is no https', good({ notifyWebhook: { url: 'http://1.1.1.1' } }), '/notifyWebhook/url'],
  ['a notifyWebhook inside', good({ notifyWebhook: { url: 'https://169.254.169.254' } }), '/notifyWebhook/url'],
  ['a notifyWebhook with the header host', good({ notifyWebhook: keyed('Host', 'v') }), '/notifyWebhook/auth'],
  ['a notifyWebhook with a signature', good({ notifyWebhook: keyed('webhook-id', 'v') }), '/notifyWebhook/auth'],
  ['a notifyWebhook with two headers', good({ notifyWebhook: keyed('x', 'v\r\ny: z') }), '/notifyWebhook/auth'],
  [
    'a short signingSecret',
    good({ notifyWebhook: { ...WEBHOOK, signingSecret: SHORT } }),
    '/notifyWebhook/signingSecret',
  ],
  [
    'a presentation that is not configured',
    good({ credentialConfigurationIds: ['pid', 'needs-other'] }),
    '/credentialConfigurationIds/1',
  ],
  [
    'two presentations',
    good({ credentialConfigurationIds: ['needs-presentation', 'needs-other'] }),
    '/credentialConfigurationIds',
  ],
  [
    'two claims webhooks',
    good({ credentialConfigurationIds: ['webhook-1', 'webhook-2'] }),
    '/credentialConfigurationIds',
  ],
  [
    'a presentation without an authorization',
    good({ credentialConfigurationIds: ['needs-presentation'], flow: 'pre_authorized_code' }),
    '/flow',
  ],
  [
    'a claims webhook in a private network',
    good({ credentialConfigurationIds: ['needs-presentation'], webhook: { url: 'https://10.0.0.1/' } }),
    '/webhook/url',
  ],
  ['a webhook that is no address', good({ webhook: { url: 'file:///etc/passwd' } }), '/webhook/url'],
];

const SHAPES = ['a', 'b'] as const;

describe('offer', () => {
  let server: TestServer;
  const now = Date.now();
  const clock = (): number => now;
  before(async () => {
    server = await startSampleServer({ clock });
    const presentation = {
      config: { format: 'dc+sd-jwt' },
      claims: {},
      disclosureFrame: {},
      presentation_during_issuance: { type: 'identity' },
    };
    const other = { ...presentation, presentation_during_issuance: { type: 'age' } };
    const called = (url: string): object => ({
      ...presentation,
      presentation_during_issuance: { type: 'identity', webhook: url },
    });
    for (const folder of ['', 'tenants/root/']) {
      server.writeConfig(`${folder}issuance/needs-presentation.json`, presentation);
      server.writeConfig(`${folder}issuance/needs-other.json`, other);
      server.writeConfig(`${folder}issuance/webhook-1.json`, called('https://one.example/claims'));
      server.writeConfig(`${folder}issuance/webhook-2.json`, called('https://two.example/claims'));
      server.writeConfig(`${folder}presentation/identity.json`, pidQuestion);
    }
  });
  after(() => server.close());

  const send = async (shape: 'a' | 'b', body: unknown, headers: Record<string, string> = {}): Promise<Response> => {
    const init = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers };
    return shape === 'a' ? server.a('/vci/offer', init) : server.b('/issuer-management/offer', init);
  };
  const made = async (body: object): Promise<Answer> => {
    const answer = await read(await send('a', body));
    assert.equal(answer.status, 201, answer.text);
    return answer;
  };
  const sessions = async (): Promise<string> =>
    (await (await server.a('/session?limit=1000')).text()) + (await (await server.b('/session?limit=1000')).text());

  for (const shape of SHAPES) {
    it(`refuses in shape ${shape}, naming the place, and stores nothing`, async () => {
      const before = await sessions();
      for (const [name, body, pointer] of BAD) {
        const answer = await read(await send(shape, body));
        assert.equal(answer.status, 400, `${name}: ${answer.text}`);
        assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
        const pointers: string[] = answer.json.errors.map((error: { pointer: string }) => error.pointer);
        assert.ok(
          pointers.some((found) => found === pointer || found.startsWith(`${pointer}/`)),
          `${name}: ${pointers}`,
        );
        assert.ok(!/yesterday|etc\/passwd/.test(answer.text), answer.text);
      }
      assert.equal(await sessions(), before);
    });
  }

  it('refuses bodies that are no JSON object, hold __proto__, are too deep, too large or of another type', async () => {
    const before = await sessions();
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
    const proto = '{"response_type":"uri","credentialConfigurationIds":["pid"],"claims":{"pid":{"__proto__":{"x":1}}}}';
    const cases: [string, Record<string, string>, number][] = [
      ['', {}, 400],
      ['[]', {}, 400],
      ['null', {}, 400],
      ['{"response_type":', {}, 400],
      [proto, {}, 400],
      [`{"claims":${deep}}`, {}, 400],
      [JSON.stringify(claims({ a: 'x'.repeat(300_000) })), {}, 413],
      ['response_type=uri', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      [JSON.stringify(good()), { 'content-type': 'text/plain' }, 415],
      [JSON.stringify(good()), { 'content-encoding': 'gzip' }, 415],
    ];
    for (const [body, headers, status] of cases) {
      assert.equal((await send('a', body, headers)).status, status, body.slice(0, 40));
    }
    assert.equal(await sessions(), before);
  });

  it('accepts every form of tx_code, returns the code only to the backend, and it is the one that counts', async () => {
    const cases: [unknown, RegExp, object][] = [
      [true, /^\d{6}$/, { input_mode: 'numeric', length: 6 }],
      [{}, /^\d{6}$/, { input_mode: 'numeric', length: 6 }],
      [{ length: 4 }, /^\d{4}$/, { input_mode: 'numeric', length: 4 }],
      [
        { length: 32, input_mode: 'text', description: 'By letter' },
        /^[A-Z2-9]{32}$/,
        { input_mode: 'text', length: 32, description: 'By letter' },
      ],
      ['4711', /^4711$/, { input_mode: 'numeric', length: 4 }],
      ['aB-"\\+', /^aB-"\\\+$/, { input_mode: 'text', length: 6 }],
    ];
    for (const [asked, code, shown] of cases) {
      const { json } = await made(coded(asked));
      assert.match(json.txCode, code);
      const wallet = new Wallet({ issuer: server.url, clock });
      const offer = await wallet.offer(json.uri);
      assert.deepEqual(offer.grants[PRE_AUTHORIZED]?.tx_code, shown);
      assert.equal((await wallet.token(wallet.preAuthorizedParameters(offer, `${json.txCode}0`))).status, 400);
      assert.equal((await wallet.token(wallet.preAuthorizedParameters(offer, json.txCode))).status, 200);
      assert.ok(!JSON.stringify(await sessionOf(server, json.session)).includes(json.txCode));
    }
  });

  it('answers link, session and end; the session id, state and claims never reach the wallet', async () => {
    const body = good({
      state: 'opaque-4711',
      expiresIn: 60,
      claims: { pid: { given_name: 'Ada', family_name: 'Secretname', birthdate: '1999-12-31' } },
    });
    for (const shape of SHAPES) {
      const { json } = await read(await send(shape, body));
      assert.deepEqual(Object.keys(json).sort(), ['expiresAt', 'link', 'session', 'uri']);
      assert.equal(json.uri, json.link);
      assert.equal(Date.parse(json.expiresAt), now + 60_000);
      const address = new URL(new URL(json.uri).searchParams.get('credential_offer_uri') ?? '');
      assert.ok(address.href.startsWith(`${server.url}${shape === 'a' ? '' : '/root'}/vci/offer/`));
      const document = await read(await fetch(address));
      assert.equal(document.status, 200);
      assert.equal(document.headers.get('content-type'), 'application/json');
      assert.match(document.headers.get('cache-control') ?? '', /no-store/);
      assert.deepEqual(Object.keys(document.json).sort(), [
        'credential_configuration_ids',
        'credential_issuer',
        'grants',
      ]);
      const shown = `${json.uri} ${document.text}`;
      for (const secret of [json.session, 'opaque-4711', 'Secretname']) assert.ok(!shown.includes(secret));
      const other = shape === 'a' ? address.href.replace('/vci/', '/root/vci/') : address.href.replace('/root/', '/');
      assert.equal((await fetch(other)).status, 404);
      // Reading an offer spends nothing. The issuer_state is not an address, nor the address a grant.
      assert.equal((await read(await fetch(address))).text, document.text);
      const { issuer_state: state } = document.json.grants.authorization_code;
      assert.equal((await fetch(address.href.replace(/[^/]*$/, state))).status, 404);
    }
  });

  it('draws the link as QR code: in a data URL, or as PNG for who asks for it by name', async () => {
    for (const accept of ['application/json', '*/*', 'image/*']) {
      const { json } = await read(await send('a', good({ response_type: 'qrcode' }), { accept }));
      const [head, data = ''] = json.uri.split(',');
      assert.equal(head, 'data:image/png;base64');
      assert.deepEqual(Buffer.from(data, 'base64').subarray(0, 8), PNG);
      assert.ok(darkShare(Buffer.from(data, 'base64')) > 0.1);
      assert.match(json.link, /^openid-credential-offer:\/\/\?credential_offer_uri=/);
    }
    const body = { ...coded(true), response_type: 'qrcode' };
    const image = await send('a', body, { accept: 'text/html;q=0.5, image/png' });
    assert.equal(image.status, 201);
    assert.equal(image.headers.get('content-type'), 'image/png');
    assert.match(image.headers.get('cache-control') ?? '', /no-store/);
    const bytes = Buffer.from(await image.arrayBuffer());
    assert.deepEqual(bytes.subarray(0, 8), PNG);
    const link =
      /^<(openid-credential-offer:[^>]+)>; rel="alternate"$/.exec(image.headers.get('link') ?? '')?.[1] ?? '';
    assert.equal((await sessionOf(server, image.headers.get('x-session-id') ?? '')).status, 'created');
    const wallet = new Wallet({ issuer: server.url, clock });
    const offer = await wallet.offer(link);
    const txCode = image.headers.get('x-tx-code') ?? '';
    assert.equal((await wallet.token(wallet.preAuthorizedParameters(offer, txCode))).status, 200);
  });
});

/** Share of set bytes that are not white in the pixel data of a PNG. An empty picture has no such bytes. */
function darkShare(png: Buffer): number {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
  }
  const pixels = inflateSync(Buffer.concat(parts));
  return pixels.filter((byte) => byte === 0).length / pixels.length;
}
