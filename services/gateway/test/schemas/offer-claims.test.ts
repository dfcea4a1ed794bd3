import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '@countersign/shared/http/validate';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { offerRequestSchema } from '@countersign/shared/messages/offer-request';
import { explainUngroupedClaims } from '../../src/schemas/offer-claims.ts';
import { json, openGateway } from '../open-gateway.ts';

const validate = compileSchema(offerRequestSchema);
const offer = (claims: Json, more: JsonObject = {}): JsonObject => ({
  response_type: 'uri',
  credentialConfigurationIds: ['pid'],
  claims,
  ...more,
});
const explained = (body: JsonObject) => explainUngroupedClaims(body, validate(body));
const FORM = 'Claims are grouped by configuration id, such as {"pid": {"given_name": ...}}';

test('claims that are not grouped are one finding, with their names and the form', () => {
  const four = { given_name: 'CANARY', family_name: 'CANARY', birthdate: 'CANARY', age: 7 };
  assert.deepEqual(explained(offer(four)), [
    {
      pointer: '/claims',
      detail: `"given_name", "family_name", "birthdate" and 1 more are not ids of credentialConfigurationIds. ${FORM}`,
    },
  ]);
  assert.deepEqual(explained(offer({ given_name: 'CANARY' })), [
    { pointer: '/claims/given_name', detail: `"given_name" is not an id of credentialConfigurationIds. ${FORM}` },
  ]);
});

test('a mistyped id is answered with the nearest one', () => {
  const [only, ...more] = explained(offer({ staff_crad: 'x' }, { credentialConfigurationIds: ['pid', 'staff_card'] }));
  const near = '"staff_crad" is not an id of credentialConfigurationIds. Did you mean "staff_card"?';
  assert.deepEqual([only, more], [{ pointer: '/claims/staff_crad', detail: `${near} ${FORM}` }, []]);
});

test('other findings stay, and so do those of claims below an offered id', () => {
  const body = offer({ pid: 'x', 'a b': 1, c: 2 }, { flwo: 'x' });
  assert.deepEqual(
    explained(body)
      .map(({ pointer }) => pointer)
      .sort(),
    ['/claims', '/claims/pid', '/flwo'],
  );
  for (const fine of [offer({ pid: { given_name: 'x' } }), offer(undefined as never), offer({ other: {} })]) {
    assert.deepEqual(explained(fine), validate(fine));
  }
  for (const claims of [7, 'x', [1]]) {
    assert.deepEqual(
      explained(offer(claims)).map(({ pointer }) => pointer),
      ['/claims'],
      JSON.stringify(claims),
    );
  }
});

test('a name that the caller sent is short and harmless, whatever else is missing', () => {
  const [only] = explained({ response_type: 'uri', claims: { ['"\n'.repeat(100)]: 1 } }).slice(-1);
  assert.match(
    only?.detail ?? '',
    /^"\?{64}" is not an id of credentialConfigurationIds\. .*\{"pid": \{"\?{64}": \.\.\.\}\}$/,
  );
});

test('over HTTP it is the only finding', async (t) => {
  const gateway = await openGateway(t);
  const body = JSON.stringify(offer({ given_name: 'CANARY', family_name: 'CANARY' }));
  const answer = await gateway.a('/vci/offer', { method: 'POST', headers: json, body });
  const text = await answer.text();
  assert.deepEqual([answer.status, text.includes('CANARY')], [400, false]);
  const { errors } = JSON.parse(text) as { errors: readonly { readonly pointer: string }[] };
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['/claims'],
  );
});
