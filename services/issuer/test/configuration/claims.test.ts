import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { type OfferedIssuance, resolveClaims, resolveLifetime } from '../../src/configuration/claims.ts';
import type { CredentialConfiguration } from '../../src/configuration/credential-configuration.ts';

const fixed: CredentialConfiguration = {
  format: 'dc+sd-jwt',
  id: 'pid',
  metadata: {},
  scope: 'pid',
  vct: 'pid',
  claims: { a: 'static', b: 'static' },
  disclosureFrame: {},
  lifetime: 7200,
};
const { lifetime: _lifetime, ...endless } = fixed;

const claims: readonly [name: string, offered: OfferedIssuance, result: JsonObject][] = [
  ['nothing offered: static claims', {}, fixed.claims],
  ['claims of the offer win, without merging', { claims: { pid: { a: 'offer' } } }, { a: 'offer' }],
  ['empty claims of the offer count as given', { claims: { pid: {} } }, {}],
  ['claims for another configuration change nothing', { claims: { other: { a: 'offer' } } }, fixed.claims],
];

for (const [name, offered, result] of claims) {
  test(name, () => {
    assert.deepEqual(resolveClaims(fixed, offered), result);
  });
}

test('without any claims the result is empty', () => {
  assert.deepEqual(resolveClaims({ ...fixed, claims: {} }, {}), {});
});

test('members of the prototype are no claims', () => {
  const byPrototype = Object.create({ pid: { a: 'x' } }) as JsonObject;
  assert.deepEqual(resolveClaims(fixed, { claims: byPrototype }), fixed.claims);
  assert.deepEqual(resolveClaims({ ...fixed, id: 'constructor' }, { claims: {} }), fixed.claims);
  assert.equal(resolveLifetime(fixed, { lifetimes: Object.create({ pid: 3600 }) as JsonObject }), 7200);
});

const lifetimes: readonly [name: string, configured: boolean, offered: Json | undefined, result: number | undefined][] =
  [
    ['of the configuration', true, undefined, 7200],
    ['of the offer, which wins', true, { pid: 3600 }, 3600],
    ['of the offer alone', false, { pid: 3600 }, 3600],
    ['of another configuration: none', false, { other: 3600 }, undefined],
    ['none', false, undefined, undefined],
  ];

for (const [name, configured, offered, result] of lifetimes) {
  test(`lifetime: ${name}`, () => {
    const given = offered === undefined ? {} : { lifetimes: offered as JsonObject };
    assert.equal(resolveLifetime(configured ? fixed : endless, given), result);
  });
}

test('claims of a sign-in go into the namespaces of an mdoc', () => {
  const mdoc: CredentialConfiguration = {
    format: 'mso_mdoc',
    id: 'mdl',
    scope: 'mdl',
    metadata: {},
    doctype: 'd',
    claims: { n: { a: 'static' } },
    nameSpaces: new Map([['n', new Set(['a', 'b'])]]),
    elementTypes: new Map(),
  };
  assert.deepEqual(resolveClaims(mdoc, { signedIn: { b: 1, unknown: 2 } }), { n: { b: 1 } });
  assert.deepEqual(resolveClaims(mdoc, { signedIn: { unknown: 2 } }), { n: { a: 'static' } });
});
