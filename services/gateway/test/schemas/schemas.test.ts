import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credentialConfigurationSchema,
  credentialConfigurationSchemaA,
} from '@countersign/shared/configuration-documents/credential-configuration';
import { presentationConfigSchema } from '@countersign/shared/configuration-documents/presentation-configuration';
import { assertValid, compileSchema } from '@countersign/shared/http/validate';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type Json, parseJson } from '@countersign/shared/kernel/json';
import {
  offerRequestSchema,
  presentationRequestSchema,
  statusUpdateSchema,
  tokenRequestSchema,
} from '../../src/schemas/schemas.ts';

const offer = { response_type: 'uri', credentialConfigurationIds: ['pid'] };
const config = { id: 'pid', config: {}, claims: {}, disclosureFrame: {} };
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {},
  required: [],
};
const webhook = { url: 'https://hook.example/x' };

const validOffer = compileSchema(offerRequestSchema);
const validA = compileSchema(credentialConfigurationSchemaA);
const validB = compileSchema(credentialConfigurationSchema);

function pointers(found: readonly { pointer: string }[]): string[] {
  return found.map((finding) => finding.pointer);
}

test('an offer of the interface and every added field', () => {
  assert.deepEqual(validOffer(offer), []);
  const full = {
    ...offer,
    response_type: 'qrcode',
    claims: { pid: { given_name: 'Erika' }, other: {} },
    lifetimes: { pid: 3600 },
    flow: 'pre_authorized_code',
    tx_code: { length: 6, input_mode: 'numeric', description: 'by letter' },
    webhook: { ...webhook, auth: { type: 'apiKey', config: { headerName: 'x-key', value: 'v' } } },
    notifyWebhook: { ...webhook, auhth: { type: 'apiKey', config: { headerName: 'x-key', value: 'v' } } },
    state: 'order-17',
    expiresIn: 600,
  };
  assert.deepEqual(validOffer(full), []);
  for (const tx_code of [true, '1234', 'wort-aus-dem-brief', {}])
    assert.deepEqual(validOffer({ ...offer, tx_code }), []);
});

for (const [why, body, pointer] of [
  ['no ids', { response_type: 'uri' }, '/credentialConfigurationIds'],
  ['empty ids', { ...offer, credentialConfigurationIds: [] }, '/credentialConfigurationIds'],
  [
    'an id that is a path',
    { ...offer, credentialConfigurationIds: ['../../display'] },
    '/credentialConfigurationIds/0',
  ],
  ['the same id twice', { ...offer, credentialConfigurationIds: ['a', 'a'] }, '/credentialConfigurationIds'],
  ['another response_type', { ...offer, response_type: 'png' }, '/response_type'],
  ['a typing error', { ...offer, expires_in: 5 }, '/expires_in'],
  ['mass assignment', { ...offer, tenantId: 'other' }, '/tenantId'],
  ['claims that are no object', { ...offer, claims: { pid: 'x' } }, '/claims/pid'],
  ['a short lifetime', { ...offer, lifetimes: { pid: 60 } }, '/lifetimes/pid'],
  ['a short transaction code', { ...offer, tx_code: '123' }, '/tx_code'],
  ['tx_code false', { ...offer, tx_code: false }, '/tx_code'],
  ['a long state', { ...offer, state: 'x'.repeat(257) }, '/state'],
  ['a webhook with another scheme', { ...offer, webhook: { url: 'file:///etc/passwd' } }, '/webhook/url'],
  ['a webhook with a password', { ...offer, webhook: { url: 'https://u:p@h.example' } }, '/webhook/url'],
] as const) {
  test(`an offer is refused: ${why}`, () => {
    assert.deepEqual(pointers(validOffer(body)), [pointer]);
  });
}

test('claims that are not grouped: what came, and the right form', () => {
  assert.deepEqual(validOffer({ ...offer, claims: { given_name: 'Erika' } }), [
    {
      pointer: '/claims/given_name',
      detail:
        'must be object, not string: Claims are grouped by credential configuration id, such as {"pid": {"given_name": "Erika"}}',
    },
  ]);
  assert.match(validOffer({ ...offer, flwo: 'x' })[0]?.detail ?? '', /^unknown field flwo\. Did you mean "flow"\?$/);
});

for (const [why, headerName, value] of [
  ['line end in the name', 'x-key\r\nHost', 'v'],
  ['line end in the value', 'x-key', 'v\r\nHost: evil'],
  ['Host', 'Host', 'v'],
  ['content-length', 'Content-Length', '1'],
  ['the signature of this server', 'webhook-signature', 'v'],
  ['an empty value', 'x-key', ''],
] as const) {
  test(`a webhook header is refused: ${why}`, () => {
    const auth = { type: 'apiKey', config: { headerName, value } };
    assert.equal(validOffer({ ...offer, webhook: { ...webhook, auth } }).length, 1);
  });
}

test('A needs the schema, B does not', () => {
  assert.deepEqual(pointers(validA(config)), ['/schema']);
  assert.deepEqual(validB(config), []);
  assert.deepEqual(validA({ ...config, schema }), []);
});

test('an item of the list can be written back', () => {
  const read = {
    ...config,
    schema,
    source: 'api',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00.123Z',
  };
  assert.deepEqual(validA(read), []);
  assert.deepEqual(validB(read), []);
  assert.deepEqual(pointers(validB({ ...config, createdAt: 'yesterday' })), ['/createdAt']);
  assert.deepEqual(pointers(validB({ ...config, createdAt: '2026-13-01T00:00:00Z' })), ['/createdAt']);
});

test('presentation during issuance takes a URL or a WebhookConfig', () => {
  for (const hook of ['https://hook.example', webhook]) {
    assert.deepEqual(validB({ ...config, presentation_during_issuance: { type: 'pid', webhook: hook } }), []);
  }
  assert.deepEqual(pointers(validB({ ...config, presentation_during_issuance: { type: 'pid', webhook: 7 } })), [
    '/presentation_during_issuance/webhook',
  ]);
});

test('the other bodies', () => {
  const presentation = { id: 'p', dcql_query: {}, registrationCert: { id: 'r', body: {} } };
  assert.deepEqual(compileSchema(presentationConfigSchema)(presentation), []);
  assert.deepEqual(compileSchema(presentationRequestSchema)({ response_type: 'uri', requestId: 'p', webhook }), []);
  const status = compileSchema(statusUpdateSchema);
  assert.deepEqual(status({ sessionId: 's', status: 1 }), []);
  for (const wrong of [2, '1', true, null])
    assert.deepEqual(pointers(status({ sessionId: 's', status: wrong })), ['/status']);
});

test('a login takes strings only', () => {
  const login = compileSchema(tokenRequestSchema);
  assert.deepEqual(login({ client_id: 'root', client_secret: 's' }), []);
  for (const wrong of [{ $ne: null }, [], ['root'], 5, null, '', undefined]) {
    assert.ok(login({ client_id: wrong, client_secret: 's' }).length > 0);
  }
});

test('findings never hold a value, and names are cut and cleaned', () => {
  const found = validOffer({
    ...offer,
    state: 7,
    [`${'x'.repeat(100)}`]: 1,
    'a"b\\c\n': 1,
    response_type: 'CANARY-VALUE',
  });
  const text = JSON.stringify(found.map((finding) => finding.detail));
  assert.ok(!text.includes('CANARY'));
  assert.ok(found.every((finding) => !/["\\\n]/.test(finding.detail)));
  assert.ok(found.every((finding) => finding.pointer.length < 80));
});

test('prototype names are names like any other', () => {
  assert.deepEqual(pointers(validOffer({ ...offer, constructor: 1 })), ['/constructor']);
  assert.throws(() => parseJson('{"a":{"__proto__":{"polluted":1}}}'), ProtocolError);
  assert.ok(validOffer(Object.create(offer)).length > 0, 'inherited fields do not count');
});

test('at most 20 findings', () => {
  const body = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, n]));
  assert.equal(validOffer({ ...offer, ...body }).length, 20);
});

test('assertValid throws with the findings', () => {
  assert.doesNotThrow(() => assertValid(validOffer, offer));
  assert.throws(
    () => assertValid(validOffer, {}),
    (error) => error instanceof ProtocolError && error.code === 'invalid_request' && error.options.errors?.length === 2,
  );
});

test('a value with none of several forms is answered with the forms of the schema, without the value', () => {
  const [short] = validOffer({ ...offer, tx_code: 'abc' });
  assert.equal(
    short?.detail,
    'must be true, or a text of 4 to 32 characters, or an object with length, input_mode, description',
  );
  const withHook = (webhook: Json) =>
    validB({ ...config, schema, presentation_during_issuance: { type: 'pid', webhook } });
  const [asText, asObject] = [withHook('canary'), withHook({ url: 'canary' })];
  assert.match(asText[0]?.detail ?? '', /^must be a text in the format http-url, or an object with url, /);
  assert.deepEqual(pointers(asObject), ['/presentation_during_issuance/webhook/url']);
  assert.ok(!JSON.stringify([asText, asObject]).includes('canary'));
});
