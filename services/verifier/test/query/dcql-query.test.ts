import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { DcqlQuery as Opponent } from 'dcql';
import fc from 'fast-check';
import { createQueryReader, parseDcqlQuery } from '../../src/query/dcql-query.ts';

const PID = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } };

function credential(change: JsonObject): JsonObject {
  return { credentials: [{ ...PID, ...change }] };
}

function claims(...entries: Json[]): JsonObject {
  return credential({ claims: entries });
}

function pointers(query: unknown): readonly string[] {
  const parsed = parseDcqlQuery(query as Json);
  return parsed.ok ? [] : parsed.errors.map(({ pointer }) => pointer);
}

const good: Record<string, JsonObject> = {
  'no claims': { credentials: [PID] },
  claims: claims({ path: ['age', '18'] }, { path: ['list', null, 'x'] }, { path: ['list', 0] }),
  values: claims({ path: ['a'], values: ['x', 1, true] }),
  'claim sets': credential({
    claims: [
      { id: 'a', path: ['a'] },
      { id: 'b', path: ['b'] },
    ],
    claim_sets: [['a'], ['a', 'b']],
  }),
  'credential sets': {
    credentials: [PID, { ...PID, id: 'other' }],
    credential_sets: [{ options: [['pid'], ['other']] }, { options: [['other']], required: false }],
  },
  flags: credential({ multiple: true, require_cryptographic_holder_binding: false }),
  authorities: credential({ trusted_authorities: [{ type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y'] }] }),
  'unknown members': { ...credential({ more: { a: [1] } }), purpose: 'x' },
};

for (const [name, query] of Object.entries(good)) {
  test(`accepted: ${name}; the other library agrees`, () => {
    assert.deepEqual(pointers(query), []);
    Opponent.validate(Opponent.parse(query as never));
  });
}

test('defaults and all parts of a query', () => {
  const query = {
    credentials: [
      { ...PID, claims: [{ id: 'a', path: ['a', null, 0], values: [1] }], claim_sets: [['a']], multiple: true },
      { ...PID, id: 'b', trusted_authorities: [{ type: 'aki', values: ['AAAA'] }] },
    ],
    credential_sets: [{ options: [['pid']] }],
  };
  const base = { format: 'dc+sd-jwt', vctValues: ['urn:eudi:pid:1'], requireHolderBinding: true };
  assert.deepEqual(parseDcqlQuery(query), {
    ok: true,
    query: {
      credentials: [
        {
          ...base,
          id: 'pid',
          multiple: true,
          claims: [{ id: 'a', path: ['a', null, 0], values: [1] }],
          claimSets: [['a']],
        },
        { ...base, id: 'b', multiple: false, authorityKeyIds: ['AAAA'] },
      ],
      credentialSets: [{ options: [['pid']], required: true }],
    },
  });
});

const at = '/credentials/0';
const many = (count: number, make: (index: number) => Json): Json[] => Array.from({ length: count }, (_, i) => make(i));

const bad: Record<string, [query: unknown, ...pointers: string[]]> = {
  'no object': ['x', ''],
  absent: [undefined, ''],
  'a list': [[], ''],
  'no credentials': [{}, '/credentials'],
  'empty credentials': [{ credentials: [] }, '/credentials'],
  'credentials as object': [{ credentials: { 0: PID } }, '/credentials'],
  'a credential that is no object': [{ credentials: ['x'] }, at, `${at}/id`, `${at}/format`, `${at}/meta`],
  'no id': [{ credentials: [{ format: PID.format, meta: PID.meta }] }, `${at}/id`],
  'an empty id': [credential({ id: '' }), `${at}/id`],
  'an id with a dot': [credential({ id: 'a.b' }), `${at}/id`],
  'an id with a newline': [credential({ id: 'a\n' }), `${at}/id`],
  'an id of another kind': [credential({ id: 1 }), `${at}/id`],
  'an id twice': [{ credentials: [PID, PID] }, '/credentials/1/id'],
  'a format of JSON-LD': [credential({ format: 'ldp_vc' }), `${at}/format`],
  'the old format name': [credential({ format: 'vc+sd-jwt' }), `${at}/format`],
  'no meta': [{ credentials: [{ id: 'a', format: 'dc+sd-jwt' }] }, `${at}/meta`],
  'empty meta': [credential({ meta: {} }), `${at}/meta/vct_values`],
  'no vct': [credential({ meta: { vct_values: [] } }), `${at}/meta/vct_values`],
  'vct as text': [credential({ meta: { vct_values: 'urn:x' } }), `${at}/meta/vct_values`],
  'vct of another kind': [credential({ meta: { vct_values: ['urn:x', 1] } }), `${at}/meta/vct_values`],
  'an empty vct': [credential({ meta: { vct_values: [''] } }), `${at}/meta/vct_values`],
  'multiple as text': [credential({ multiple: 'true' }), `${at}/multiple`],
  'multiple null': [credential({ multiple: null }), `${at}/multiple`],
  'holder binding as text': [
    credential({ require_cryptographic_holder_binding: 'false' }),
    `${at}/require_cryptographic_holder_binding`,
  ],
  'no authorities': [credential({ trusted_authorities: [] }), `${at}/trusted_authorities`],
  'an unchecked authority type': [
    credential({ trusted_authorities: [{ type: 'openid_federation', values: ['AAAA'] }] }),
    `${at}/trusted_authorities/0/type`,
  ],
  'an authority that is no object': [
    credential({ trusted_authorities: ['aki'] }),
    `${at}/trusted_authorities/0/type`,
    `${at}/trusted_authorities/0/values`,
  ],
  'an authority without values': [
    credential({ trusted_authorities: [{ type: 'aki', values: [] }] }),
    `${at}/trusted_authorities/0/values`,
  ],
  'a padded key identifier': [
    credential({ trusted_authorities: [{ type: 'aki', values: ['AA=='] }] }),
    `${at}/trusted_authorities/0/values`,
  ],
  'empty claims': [claims(), `${at}/claims`],
  'claims as object': [credential({ claims: {} }), `${at}/claims`],
  'a claim that is no object': [claims('x'), `${at}/claims/0/path`],
  'no path': [claims({}), `${at}/claims/0/path`],
  'an empty path': [claims({ path: [] }), `${at}/claims/0/path`],
  'a path as text': [claims({ path: 'a' }), `${at}/claims/0/path`],
  'a negative index': [claims({ path: ['a', -1] }), `${at}/claims/0/path`],
  'half an index': [claims({ path: ['a', 0.5] }), `${at}/claims/0/path`],
  'an index above 2^53': [claims({ path: ['a', 2 ** 53] }), `${at}/claims/0/path`],
  'an object in a path': [claims({ path: [{}] }), `${at}/claims/0/path`],
  'true in a path': [claims({ path: [true] }), `${at}/claims/0/path`],
  'a path twice': [claims({ path: ['a', 1] }, { path: ['a', 1] }), `${at}/claims/1/path`],
  'a claim id twice': [
    credential({
      claims: [
        { id: 'a', path: ['a'] },
        { id: 'a', path: ['b'] },
      ],
    }),
    `${at}/claims/1/id`,
  ],
  'a bad claim id': [claims({ id: 'ä', path: ['a'] }), `${at}/claims/0/id`],
  'empty values': [claims({ path: ['a'], values: [] }), `${at}/claims/0/values`],
  'null in values': [claims({ path: ['a'], values: [null] }), `${at}/claims/0/values`],
  'a fraction in values': [claims({ path: ['a'], values: [1.5] }), `${at}/claims/0/values`],
  'an object in values': [claims({ path: ['a'], values: [{}] }), `${at}/claims/0/values`],
  'claim sets without claims': [credential({ claim_sets: [['a']] }), `${at}/claim_sets`],
  'claim sets without ids': [
    credential({ claims: [{ path: ['a'] }], claim_sets: [['a']] }),
    `${at}/claim_sets`,
    `${at}/claim_sets/0/0`,
  ],
  'no claim set': [credential({ claims: [{ id: 'a', path: ['a'] }], claim_sets: [] }), `${at}/claim_sets`],
  'an empty claim set': [credential({ claims: [{ id: 'a', path: ['a'] }], claim_sets: [[]] }), `${at}/claim_sets/0`],
  'an unknown claim': [credential({ claims: [{ id: 'a', path: ['a'] }], claim_sets: [['b']] }), `${at}/claim_sets/0/0`],
  'a claim twice in a set': [
    credential({ claims: [{ id: 'a', path: ['a'] }], claim_sets: [['a', 'a']] }),
    `${at}/claim_sets/0`,
  ],
  'no credential set': [{ credentials: [PID], credential_sets: [] }, '/credential_sets'],
  'a set that is no object': [{ credentials: [PID], credential_sets: ['pid'] }, '/credential_sets/0/options'],
  'a set without options': [{ credentials: [PID], credential_sets: [{ options: [] }] }, '/credential_sets/0/options'],
  'an empty option': [{ credentials: [PID], credential_sets: [{ options: [[]] }] }, '/credential_sets/0/options/0'],
  'an option as text': [
    { credentials: [PID], credential_sets: [{ options: ['pid'] }] },
    '/credential_sets/0/options/0',
  ],
  'an unknown credential': [
    { credentials: [PID], credential_sets: [{ options: [['pid', 'x']] }] },
    '/credential_sets/0/options/0/1',
  ],
  'required as text': [
    { credentials: [PID], credential_sets: [{ options: [['pid']], required: 'yes' }] },
    '/credential_sets/0/required',
  ],
  '33 credentials': [{ credentials: many(33, (i) => ({ ...PID, id: `c${i}` })) }, '/credentials'],
  '129 claims': [credential({ claims: many(129, (i) => ({ path: [`c${i}`] })) }), `${at}/claims`],
  '17 segments': [claims({ path: many(17, String) }), `${at}/claims/0/path`],
  'more than 64 KiB': [claims({ path: ['a'], values: ['x'.repeat(65_536)] }), ''],
  '10 000 levels': [JSON.parse(`{"credentials":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), ''],
};

for (const [name, [query, ...expected]] of Object.entries(bad)) {
  test(`refused: ${name}`, () => {
    assert.deepEqual(pointers(query), expected);
  });
}

test('the limits themselves are allowed', () => {
  assert.deepEqual(pointers({ credentials: many(32, (i) => ({ ...PID, id: `c${i}` })) }), []);
  assert.deepEqual(pointers(credential({ claims: many(128, (i) => ({ path: [`c${i}`] })) })), []);
  assert.deepEqual(pointers(claims({ path: many(16, String) })), []);
});

test('accepted by the other library, refused here: no meta, a path twice', () => {
  for (const name of ['no meta', 'a path twice']) {
    const [query] = bad[name] ?? [];
    Opponent.validate(Opponent.parse(query as never));
    assert.notDeepEqual(pointers(query), []);
  }
});

test('any JSON yields a query or findings, and a parsed query parses again', () => {
  const member = fc.oneof(fc.jsonValue(), fc.constantFrom('a', ['a'], [['a']], [{ path: ['a'] }], true, PID.meta));
  const entry = fc.record(
    {
      id: fc.constantFrom('a', 'b', 1),
      format: fc.constantFrom('dc+sd-jwt', 'mso_mdoc'),
      meta: fc.constantFrom(PID.meta, { doctype_value: 'd' }),
      claims: member,
      claim_sets: member,
      trusted_authorities: member,
      multiple: member,
    },
    { requiredKeys: [] },
  );
  const query = fc.record({ credentials: fc.array(entry), credential_sets: member }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), query), (written) => {
      const parsed = parseDcqlQuery(written as Json);
      if (parsed.ok)
        assert.ok(parsed.query.credentials.every((one) => one.format !== 'dc+sd-jwt' || one.vctValues.length > 0));
      else assert.ok(parsed.errors.every(({ pointer }) => pointer === '' || pointer.startsWith('/')));
    }),
  );
});

test('the query of stored requests is parsed once, and one that was never checked is refused', () => {
  const queryOf = createQueryReader();
  const query = queryOf(credential({}));
  assert.deepEqual(query, (parseDcqlQuery(credential({})) as { query: unknown }).query);
  assert.equal(queryOf(structuredClone(credential({}))), query);
  assert.notEqual(queryOf(credential({ id: 'other' })), query);
  assert.throws(() => queryOf({ credentials: [] }), /cannot be parsed/);
  for (let n = 0; n < 300; n += 1) queryOf(credential({ id: `one${n}` }));
  assert.deepEqual(queryOf(credential({})), query);
});
