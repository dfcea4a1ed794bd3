import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { parsesOrRefuses, refuses } from '@countersign/shared/test/http/refuses';
import fc from 'fast-check';
import { checkRequestedConfigurations } from '../../src/authorize/offer-checks.ts';
import {
  checkCodeChallenge,
  checkRedirectTarget,
  checkResponseType,
  checkState,
} from '../../src/authorize/parameter-checks.ts';
import { checkResource } from '../../src/client/check-resource.ts';
import { checkDpopJkt } from '../../src/client/dpop/dpop-checks.ts';
import {
  authorizationRequest,
  parseAuthorizationDetails,
  type RequestingClient,
  requestedConfigurations,
  text,
} from '../../src/client/wallet-parameters.ts';
import type { CredentialConfiguration } from '../../src/configuration/credential-configuration.ts';
import { ISSUER, sha256, without } from '../support.ts';

function configuration(id: string, scope: string): CredentialConfiguration {
  return { format: 'dc+sd-jwt', id, scope, metadata: {}, vct: id, claims: {}, disclosureFrame: {} };
}

const offered = [
  configuration('pid', 'pid'),
  configuration('pass', 'office:pass'),
  configuration('badge', 'office:pass'),
];
const JKT = sha256('key');
const parameters: JsonObject = {
  response_type: 'code',
  redirect_uri: 'https://wallet.example/cb?a=b',
  code_challenge: sha256('v'.repeat(43)),
  code_challenge_method: 'S256',
  state: 'opaque',
  scope: 'pid',
  resource: ISSUER,
};
interface Input {
  readonly client?: RequestingClient;
  readonly dpopJkt?: string;
}

/** Runs the checks of the table on a pushed request. */
function parse(change: JsonObject, { client = { clientId: 'wallet', authenticated: false }, dpopJkt }: Input = {}) {
  const proof = dpopJkt === undefined ? undefined : { jkt: dpopJkt };
  const known = { parameters: { ...parameters, ...change }, client, issuer: ISSUER, offered, proof };
  checkResponseType(known);
  const found = { ...checkRedirectTarget(known), ...checkCodeChallenge(known) };
  checkResource(known);
  return authorizationRequest({
    client,
    ...found,
    ...checkState(known),
    ...checkDpopJkt(known),
    ...checkRequestedConfigurations(known),
  });
}

function details(...ids: string[]): JsonObject[] {
  return ids.map((id) => ({ type: 'openid_credential', credential_configuration_id: id }));
}

test('a full request is read', () => {
  assert.deepEqual(parse({ dpop_jkt: JKT }), {
    clientId: 'wallet',
    clientAuthenticated: false,
    redirectUri: 'https://wallet.example/cb?a=b',
    state: 'opaque',
    codeChallenge: parameters.code_challenge,
    configurationIds: ['pid'],
    authorizationDetails: false,
    dpopJkt: JKT,
  });
});

test('state and DPoP key are absent where the wallet sent none', () => {
  const request = parse({ state: undefined });
  assert.ok(!('state' in request) && !('dpopJkt' in request));
  assert.ok(!('state' in parse({ state: '' })), 'an empty parameter counts as absent');
});

test('an authenticated client is marked as such and limited to its redirect URIs', () => {
  const client = { clientId: 'w2', authenticated: true, redirectUris: ['https://wallet.example/cb'] };
  const request = parse({ redirect_uri: 'https://wallet.example/cb' }, { client });
  assert.equal(request.clientId, 'w2');
  assert.equal(request.clientAuthenticated, true);
  refuses(
    () => parse({ redirect_uri: 'https://wallet.example/cb?a=b' }, { client }),
    'invalid_request',
    /redirect_uri/,
  );
});

test('unknown parameters are ignored, a long state is accepted', () => {
  const state = 's'.repeat(2048);
  const request = parse({ state, random: '1', nonce: 'x', ui_locales: ['de'], claims: {} });
  assert.equal(request.state, state);
});

const refused: readonly [name: string, code: ErrorCode, change: JsonObject][] = [
  ['no response_type', 'invalid_request', { response_type: undefined }],
  ['empty response_type', 'invalid_request', { response_type: '' }],
  ['response_type token', 'unsupported_response_type', { response_type: 'token' }],
  ['response_type code id_token', 'unsupported_response_type', { response_type: 'code id_token' }],
  ['no redirect_uri', 'invalid_request', { redirect_uri: undefined }],
  ['redirect_uri to javascript', 'invalid_request', { redirect_uri: 'javascript:alert(1)' }],
  ['no code_challenge', 'invalid_request', { code_challenge: undefined }],
  ['PKCE plain', 'invalid_request', { code_challenge_method: 'plain' }],
  ['no PKCE method', 'invalid_request', { code_challenge_method: undefined }],
  ['another resource', 'invalid_target', { resource: 'https://issuer.example/t2' }],
  ['a resource with a slash more', 'invalid_target', { resource: `${ISSUER}/` }],
  ['state of 2049', 'invalid_request', { state: 's'.repeat(2049) }],
  ['dpop_jkt of 42', 'invalid_request', { dpop_jkt: JKT.slice(1) }],
  ['dpop_jkt of plain base64', 'invalid_request', { dpop_jkt: `+${JKT.slice(1)}` }],
  ['unknown scope', 'invalid_scope', { scope: 'openid other' }],
  ['scope that is only part of one', 'invalid_scope', { scope: 'office' }],
  ['scope in other case', 'invalid_scope', { scope: 'PID' }],
  ['a configuration that is not offered', 'invalid_authorization_details', { authorization_details: details('other') }],
];

for (const [name, code, change] of refused) {
  test(`${code}: ${name}`, () => {
    refuses(() => parse(change), code);
  });
}

for (const name of [
  'response_type',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'state',
  'scope',
  'dpop_jkt',
]) {
  test(`${name} given twice, as an array, is refused`, () => {
    refuses(() => parse({ [name]: ['a', 'b'] }), 'invalid_request', new RegExp(`^${name} must be a string`));
  });
}

test('dpop_jkt and the DPoP proof name the same key', () => {
  assert.equal(parse({ dpop_jkt: JKT }, { dpopJkt: JKT }).dpopJkt, JKT);
  assert.equal(parse({}, { dpopJkt: JKT }).dpopJkt, JKT);
  refuses(() => parse({ dpop_jkt: sha256('other') }, { dpopJkt: JKT }), 'invalid_dpop_proof');
});

const requested: readonly [name: string, parameters: JsonObject, ids: readonly string[], details: boolean][] = [
  ['neither: all of the offer', {}, ['pid', 'pass', 'badge'], false],
  ['empty scope: all of the offer', { scope: '' }, ['pid', 'pass', 'badge'], false],
  ['one scope', { scope: 'pid' }, ['pid'], false],
  ['unknown scopes and a known one', { scope: 'openid pid  other' }, ['pid'], false],
  ['one scope of two configurations', { scope: 'office:pass' }, ['pass', 'badge'], false],
  ['details', { authorization_details: details('badge') }, ['badge'], true],
  [
    'details as text of a form',
    { authorization_details: JSON.stringify(details('pass', 'pid')) },
    ['pass', 'pid'],
    true,
  ],
  ['details and scope', { authorization_details: details('badge'), scope: 'pid' }, ['badge', 'pid'], true],
  ['details and scope for the same', { authorization_details: details('pid'), scope: 'pid' }, ['pid'], true],
  ['details and an unknown scope', { authorization_details: details('pid'), scope: 'x' }, ['pid'], true],
];

for (const [name, given, ids, withDetails] of requested) {
  test(`requested by ${name}`, () => {
    assert.deepEqual(requestedConfigurations(given, offered, ISSUER), { ids, details: withDetails });
  });
}

test('one known and one foreign configuration in the details are refused as a whole', () => {
  const given = { authorization_details: details('pid', 'other-4711') };
  refuses(() => requestedConfigurations(given, offered, ISSUER), 'invalid_authorization_details', undefined, '4711');
});

const [pid = {}] = details('pid');
const goodDetails: readonly [name: string, value: Json][] = [
  ['an array', [pid]],
  ['text', JSON.stringify([pid])],
  ['with our location', [{ ...pid, locations: [ISSUER] }]],
  ['with our location among others', [{ ...pid, locations: ['https://other.example', ISSUER] }]],
  ['with unknown members', [{ ...pid, claims: [{ path: ['a'] }], more: 1 }]],
];

for (const [name, value] of goodDetails) {
  test(`authorization_details, read: ${name}`, () => {
    assert.deepEqual(parseAuthorizationDetails(value, ISSUER), ['pid']);
  });
}

test('authorization_details may be absent', () => {
  assert.equal(parseAuthorizationDetails(undefined, ISSUER), undefined);
});

const badDetails: readonly [name: string, value: Json][] = [
  ['text that is no JSON', '[{'],
  ['text of an object', JSON.stringify(pid)],
  ['an object', pid],
  ['null', null],
  ['a number', 5],
  ['empty array', []],
  ['text of an empty array', '[]'],
  ['nested too deeply', `${'['.repeat(50)}${']'.repeat(50)}`],
  ['a reserved key', '[{"type":"openid_credential","credential_configuration_id":"pid","__proto__":{}}]'],
  ['an entry that is no object', ['openid_credential']],
  ['an entry null', [null]],
  ['no type', [without(pid, 'type')]],
  ['another type', [{ ...pid, type: 'payment' }]],
  ['one of another type and a valid one', [pid, { type: 'payment' }]],
  ['no id', [without(pid, 'credential_configuration_id')]],
  ['id as a number', [{ ...pid, credential_configuration_id: 5 }]],
  ['another location', [{ ...pid, locations: ['https://other.example'] }]],
  ['no location in locations', [{ ...pid, locations: [] }]],
  ['locations as text', [{ ...pid, locations: ISSUER }]],
  ['locations null', [{ ...pid, locations: null }]],
  ['the same configuration twice', [pid, { ...pid }]],
];

for (const [name, value] of badDetails) {
  test(`authorization_details, refused: ${name}`, () => {
    refuses(() => parseAuthorizationDetails(value, ISSUER), 'invalid_authorization_details');
  });
}

test('an empty authorization_details counts as absent, as every empty parameter', () => {
  assert.deepEqual(requestedConfigurations({ authorization_details: '', scope: 'pid' }, offered, ISSUER).ids, ['pid']);
});

test('resource is the issuer or absent', () => {
  checkResource({ parameters: {}, issuer: ISSUER });
  checkResource({ parameters: { resource: ISSUER }, issuer: ISSUER });
  refuses(() => checkResource({ parameters: { resource: ISSUER.toUpperCase() }, issuer: ISSUER }), 'invalid_target');
});

test('a parameter of the prototype is absent', () => {
  assert.equal(text({}, 'constructor'), undefined);
  assert.equal(text(Object.create({ scope: 'pid' }) as JsonObject, 'scope'), undefined);
});

const codes: readonly ErrorCode[] = [
  'invalid_request',
  'unsupported_response_type',
  'invalid_scope',
  'invalid_target',
  'invalid_authorization_details',
  'invalid_dpop_proof',
];

test('any authorization_details are read or refused', () => {
  const any = fc.jsonValue();
  const entry = fc.record(
    {
      type: fc.oneof(fc.constant('openid_credential'), any),
      credential_configuration_id: fc.oneof(fc.string(), any),
      locations: fc.oneof(fc.constant([ISSUER]), any),
    },
    { requiredKeys: [] },
  );
  const value = fc.oneof(
    any,
    fc.array(entry),
    fc.string(),
    fc.json(),
    fc.array(entry).map((list) => JSON.stringify(list)),
  );
  fc.assert(
    fc.property(value, (one) => {
      parsesOrRefuses(() => {
        const ids = parseAuthorizationDetails(one as Json, ISSUER);
        if (one === '') assert.equal(ids, undefined);
        else assert.ok(ids !== undefined && ids.length > 0 && new Set(ids).size === ids.length);
      }, ['invalid_authorization_details']);
    }),
    { numRuns: 500 },
  );
});

test('any value in any parameter is read or refused', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(parameters), 'dpop_jkt', 'authorization_details'),
      fc.jsonValue(),
      (name, value) => {
        parsesOrRefuses(() => parse({ [name]: value as Json }), codes);
      },
    ),
    { numRuns: 300 },
  );
});

const unusable: readonly [name: string, change: JsonObject, reason: string, facts: object][] = [
  [
    'a scope of no offered configuration',
    { scope: 'a b' },
    'scope_unknown',
    { received: 'a b', expectedAny: ['pid', 'office:pass', 'office:pass'] },
  ],
  ['no JSON', { authorization_details: '[' }, 'authorization_details', { detail: 'json' }],
  ['an empty list', { authorization_details: [] }, 'authorization_details', { detail: 'array' }],
  [
    'another type',
    { authorization_details: [{ type: 'x' }] },
    'authorization_details',
    { detail: 'type', expected: 'openid_credential', received: 'x' },
  ],
  [
    'a member of a draft',
    { authorization_details: [{ type: 'openid_credential', format: 'vc+sd-jwt' }] },
    'authorization_details',
    { detail: 'missing', parameter: 'format', presentName: 'credential_configuration_id' },
  ],
  [
    'another issuer',
    { authorization_details: [{ ...detail('pid'), locations: ['https://other.example'] }] },
    'authorization_details',
    { detail: 'locations', expected: ISSUER, received: ['https://other.example'] },
  ],
  [
    'an id twice',
    { authorization_details: [detail('pid'), detail('pid')] },
    'authorization_details',
    { detail: 'twice' },
  ],
  [
    'a configuration outside of the offer',
    { authorization_details: [detail('card')] },
    'configuration_not_offered',
    { configurationId: 'card', configurationIds: ['pid', 'pass', 'badge'] },
  ],
  ['a scope that is no text', { scope: 5 }, 'parameter_type', { parameter: 'scope' }],
];

function detail(credential_configuration_id: string): JsonObject {
  return { type: 'openid_credential', credential_configuration_id };
}

for (const [name, change, reason, facts] of unusable) {
  test(`the reason of ${name}: ${reason}`, async () => {
    const why = await refusalOf(() => parse(change));
    assert.deepEqual([why.reason, why.facts], [reason, facts]);
  });
}
