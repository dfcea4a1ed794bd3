import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertValid, compileSchema } from '../../src/http/validate.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { type Json, parseJson } from '../../src/kernel/json.ts';
import { type OfferRequest, offerRequestSchema } from '../../src/messages/offer-request.ts';

const offer: OfferRequest = { response_type: 'uri', credentialConfigurationIds: ['pid'] };
const webhook = { url: 'https://hook.example/x' };

const validOffer = compileSchema(offerRequestSchema);

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
  ['no redemption', { ...offer, redemptions: 0 }, '/redemptions'],
  ['half a redemption', { ...offer, redemptions: 1.5 }, '/redemptions'],
  ['too many redemptions', { ...offer, redemptions: 1001 }, '/redemptions'],
  ['an offer that ends at once', { ...offer, expiresIn: 0 }, '/expiresIn'],
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

test('a value with none of several forms is answered with the forms of the schema', () => {
  const [short] = validOffer({ ...offer, tx_code: 'abc' });
  assert.equal(
    short?.detail,
    'must be true, or a string of 4 to 32 characters, or an object with length, input_mode, description',
  );
});

const refusedCodes: readonly [name: string, tx_code: Json][] = [
  ['false', false],
  ['null', null],
  ['a number', 123456],
  ['an array', [6]],
  ['a string of 3', '123'],
  ['a string of 33', '1'.repeat(33)],
  ['a string with a line end', '1234\n'],
  ['a string outside ASCII', '1234é'],
  ['length 3', { length: 3 }],
  ['length 33', { length: 33 }],
  ['length 6.5', { length: 6.5 }],
  ['length as text', { length: '6' }],
  ['length null', { length: null }],
  ['an unknown input mode', { input_mode: 'voice' }],
  ['a description of 301', { description: 'x'.repeat(301) }],
  ['a description that is no text', { description: 5 }],
  ['a string with a space', '12 34'],
];

for (const [name, tx_code] of refusedCodes) {
  test(`a transaction code is refused: ${name}`, () => {
    const found = pointers(validOffer({ ...offer, tx_code }));
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /^\/tx_code/);
  });
}
