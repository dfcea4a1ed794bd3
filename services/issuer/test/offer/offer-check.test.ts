import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfferRequest } from '@countersign/shared/messages/offer-request';
import { whyOf } from '@countersign/shared/test/http/refusal';
import type { Configuration } from '../../src/configuration/listed-configuration.ts';
import type { SdJwtConfiguration } from '../../src/configuration/sd-jwt-configuration.ts';
import { checkOffer, type OfferCheck } from '../../src/offer/offer-check.ts';
import { refusal } from '../world.ts';

const configuration = (id: string, more: Partial<SdJwtConfiguration> = {}): Configuration => ({
  format: 'dc+sd-jwt',
  id,
  scope: id,
  metadata: {},
  vct: id,
  claims: {},
  disclosureFrame: {},
  source: 'file',
  version: '1',
  ...more,
});
const pid = configuration('pid');
const member = configuration('member', { presentationDuringIssuance: 'login' });
const club = configuration('club', { presentationDuringIssuance: 'age' });
const webhook = { url: 'https://backend.example/claims' };

const check = (body: Partial<OfferRequest>, configurations = [pid], more: Partial<OfferCheck> = {}): Promise<void> =>
  checkOffer({
    body: { response_type: 'uri', credentialConfigurationIds: [], flow: 'authorization_code', ...body },
    configurations,
    issuer: 'https://issuer.example',
    unusable: new Map(),
    places: new Map(),
    hasProvider: true,
    allow: [],
    now: 0,
    ...more,
  });

test('a valid offer passes', async () => {
  await check({});
  await check({ claims: { pid: { given_name: 'Max' } }, state: 's'.repeat(256), redemptions: 1000 });
  await check({ flow: 'pre_authorized_code', tx_code: true, redemptions: 1 });
  await check({}, [pid, member]);
  await check({ lifetimes: { pid: 86_401 } }, [configuration('pid', { longestTrigger: 86_400 })]);
  await check({ lifetimes: { pid: 86_400 } }, [configuration('pid', { shortLived: true, withoutStatus: 86_400 })]);
});

test('a mistyped configuration id: the offered one that is nearest', async () => {
  await assert.rejects(check({ claims: { pdi: {} } }), (error: { options: { errors: readonly unknown[] } }) => {
    const detail = '"pdi" is not among credentialConfigurationIds. Did you mean "pid"?';
    assert.deepEqual(error.options.errors, [{ pointer: '/claims/pdi', detail }]);
    return true;
  });
});

const refused: readonly [
  name: string,
  pointer: string,
  body: Partial<OfferRequest>,
  configurations?: Configuration[],
][] = [
  ['claims of another configuration', '/claims/pass', { claims: { pass: {} } }],
  ['a claim that the issuer sets', '/claims/pid/iss', { claims: { pid: { iss: 'x' } } }],
  ['a lifetime of another configuration', '/lifetimes/pass', { lifetimes: { pass: 86_400 } }],
  [
    'a lifetime that ends before the reuse policy replaces the credential',
    '/lifetimes/pid',
    { lifetimes: { pid: 86_400 } },
    [configuration('pid', { longestTrigger: 86_400 })],
  ],
  [
    'a lifetime of more than 24 hours without a status',
    '/lifetimes/pid',
    { lifetimes: { pid: 86_401 } },
    [configuration('pid', { shortLived: true, withoutStatus: 86_400 })],
  ],
  ['a transaction code without its flow', '/tx_code', { tx_code: true }],
  ['several of a pre-authorized code', '/redemptions', { redemptions: 2, flow: 'pre_authorized_code' }],
  ['a claims webhook without a presentation', '/webhook', { webhook }],
  ['two presentations', '/credentialConfigurationIds', {}, [member, club]],
  ['a presentation in the other flow', '/flow', { flow: 'pre_authorized_code' }, [member]],
];
for (const [name, pointer, body, configurations] of refused) {
  test(`refused: ${name}`, async () => {
    const { code, options } = await refusal(check(body, configurations));
    assert.equal(code, 'invalid_request');
    assert.deepEqual(
      options.errors?.map((error) => error.pointer),
      [pointer],
    );
  });
}

test('a presentation configuration that can not be used is named with its reason', async () => {
  const unusable = new Map([[1, 'It is broken']]);
  const { options } = await refusal(check({}, [pid, member], { unusable }));
  assert.deepEqual(options.errors, [{ pointer: '/credentialConfigurationIds/1', detail: 'It is broken' }]);
});

test('the reason of an offer that does not fit', async () => {
  const why = whyOf(await refusal(check({ claims: { other: {} } })));
  assert.deepEqual(why, { code: 'invalid_request', reason: 'offer_request' });
});
