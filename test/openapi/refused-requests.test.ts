/** The API description also refuses what the server refuses for its form, and accepts its examples. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { parseJson } from '@countersign/shared/kernel/json';
import { Ajv } from 'ajv';
import { startSampleServer } from '../support/sample-server.ts';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: JsonObject;
}

interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly schema?: JsonObject }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonObject }>> };
}

const example = (described: Described, name: string): JsonObject => {
  const { [name]: schema } = described.components.schemas as Readonly<Record<string, JsonObject>>;
  return schema?.example as JsonObject;
};

/** Changes to the example body of a management call, one error each. */
const bodies: Readonly<Record<string, readonly JsonObject[]>> = {
  'POST /vci/offer OfferRequest': [
    ...['https://', 'https://999.1.1.1/', 'https://a b', 'https://user:pw@host.example', 'ftp://host.example'].map(
      (url): JsonObject => ({ notifyWebhook: { url } }),
    ),
    { lifetimes: { pid: 1_576_800_001 } },
    { expiresIn: 0 },
  ],
  'POST /oid4vp PresentationRequest': [
    { redirectUri: 'no address' },
    { response_type: 'dc-api', origin: 'https://Shop.example/' },
    { transaction_data: [{}] },
  ],
  'POST /presentation-management PresentationConfig': [
    { dcql_query: {} },
    { origins: ['https://shop.example/'] },
    { origins: ['http://shop.example'] },
  ],
  'POST /issuer-management IssuanceConfig': [{ config: {} }, { lifetime: 3599 }, { lifetime: 1_576_800_001 }],
  'POST /sign-in-management SignIn': [{ issuer: 'http://' }, { scope: 'profile' }, { scope: 'openid  email' }],
  'POST /configurations/wallets RegisteredWalletsBody': [
    { public_redirect_schemes: ['Wallet:'] },
    { clients: [{ client_id: 'x', redirect_uris: ['https://wallet.example/#x'], jwks: { keys: [{}] } }] },
    { clients: [{ client_id: 'x', jwks: { keys: [] } }] },
  ],
  'POST /configurations/display DisplayBody': [
    { entries: [{ name: 'x', accent_color: 'red' }] },
    { entries: [{ name: 'x', background_color: '' }] },
    { entries: [{ name: 'x', locale: '{' }] },
  ],
  'POST /configurations/images ImageBody': [{ data: '00000' }],
  'POST /deliveries/replay DeliveryReplay': [{ ids: ['abc'] }],
  'POST /webhooks/test WebhookTest': [
    { webhook: { url: 'https://receiver.example' }, kind: 'issuance', configurationId: 'pid' },
  ],
};

/** Query parameters of lists. */
const queries: readonly (readonly [string, string, string])[] = [
  ['/session', 'from', '2026-13-01'],
  ['/session', 'until', '2026-01-32'],
  ['/audit', 'from', '2026-01-01T24:30Z'],
  ['/deliveries', 'until', '2026-01-01T10:00+30:00'],
  ['/overview', 'from', '0000-00-00'],
];

/** Bodies of wallets, as JSON. */
const sentByWallets: Readonly<Record<string, readonly JsonObject[]>> = {
  '/authorize/par': [{}, { client_id: 'x'.repeat(513) }, { client_id: 'x', other: 1 }, { authorization_details: 'x' }],
  '/authorize/token': [{ grant_type: 'password' }, { grant_type: 'authorization_code', code: 'x', other: [] }],
  '/oid4vp/response': [{}, { response: 'x' }, { vp_token: 'x', state: 'x' }, { state: 'x', other: {} }],
};

test('what is refused for its form is refused by the description', async (t) => {
  const server = await startSampleServer();
  t.after(() => server.close());
  const described = parseJson(await (await server.request('/openapi.json')).text()) as unknown as Described;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const accepts = (schema: JsonObject | undefined, value: unknown): boolean =>
    ajv.validate({ ...schema, components: described.components }, value);
  const bodySchema = (method: string, path: string) =>
    described.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;

  for (const [call, mistakes] of Object.entries(bodies)) {
    const [method = '', path = '', name = ''] = call.split(' ');
    const valid = example(described, name);
    const schema = bodySchema(method, path);
    assert.ok(accepts(schema, valid), `${call}: the example`);
    for (const mistake of mistakes) {
      const body = { ...valid, ...mistake };
      const what = `${call}: ${JSON.stringify(mistake)}`;
      assert.ok(!accepts(schema, body), what);
      const answer = await server.a(path, { method, body: JSON.stringify(body) });
      assert.equal(answer.status, 400, `${what}: ${await answer.text()}`);
    }
  }
  for (const [path, name, value] of queries) {
    const parameter = described.paths[path]?.get?.parameters?.find((one) => one.name === name);
    assert.ok(!accepts(parameter?.schema, value), `${path}?${name}=${value}`);
    assert.equal((await server.a(`${path}?${new URLSearchParams({ [name]: value })}`)).status, 400, `${path} ${value}`);
  }
  for (const [path, mistakes] of Object.entries(sentByWallets)) {
    for (const body of mistakes) {
      const what = `${path} ${JSON.stringify(body)}`;
      assert.ok(!accepts(bodySchema('post', path), body), what);
      const headers = { 'content-type': 'application/json' };
      const answer = await server.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
      assert.equal(answer.status, 400, what);
    }
  }
});
