import 'reflect-metadata';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import * as x509 from '@peculiar/x509';
import { DcqlPresentationResult, DcqlQuery as Opponent } from 'dcql';
import type { SdJwtVcQuery } from '../../src/query/dcql-credential.ts';
import { matchAuthorities, matchClaims, matchCredentialSets, matchType } from '../../src/query/dcql-match.ts';
import { type DcqlQuery, parseDcqlQuery } from '../../src/query/dcql-query.ts';
import { PresentationError } from '../../src/session/presentation-error.ts';
import { refuses, refusesWith } from '../presentation/refuses.ts';

const VCT = 'urn:eudi:pid:1';
const PID = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [VCT, 'urn:other'] } };

function queryOf(written: JsonObject): DcqlQuery {
  const parsed = parseDcqlQuery(written);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.query;
}

function one(change: JsonObject = {}): SdJwtVcQuery {
  const [query] = queryOf({ credentials: [{ ...PID, ...change }] }).credentials;
  assert.ok(query?.format === 'dc+sd-jwt');
  return query;
}

/** Whether the other library accepts a credential with these claims. */
function opponentAccepts(change: JsonObject, claims: JsonObject): boolean {
  const query = Opponent.parse({ credentials: [{ ...PID, ...change }] } as never);
  Opponent.validate(query);
  const credential = { credential_format: 'dc+sd-jwt', vct: VCT, claims, cryptographic_holder_binding: true };
  return DcqlPresentationResult.fromDcqlPresentation({ pid: [credential] } as never, { dcqlQuery: query })
    .can_be_satisfied;
}

test('the type is vct or one of aka_vcts', () => {
  assert.equal(matchType(one(), { vct: VCT }), VCT);
  assert.equal(matchType(one(), { vct: 'urn:mine', aka_vcts: ['urn:x', 'urn:other'] }), 'urn:other');
  const others: JsonObject[] = [
    {},
    { vct: 'urn:eudi:pid:2' },
    { vct: `${VCT} ` },
    { vct: [VCT] },
    { vct: 'x', aka_vcts: VCT },
    { vct: 'x', aka_vcts: [[VCT]] },
    { vct: VCT, aka_vcts: VCT },
  ];
  for (const claims of others) refuses(() => matchType(one(), claims), 'type');
});

const claims: JsonObject = {
  vct: VCT,
  a: 'x',
  b: 2,
  c: true,
  n: null,
  o: { p: 'q' },
  list: ['u', 'v'],
  flags: [false, 'true'],
};

function asking(...entries: Json[]): JsonObject {
  return { claims: entries };
}

const matched: Record<string, JsonObject> = {
  'one claim': asking({ path: ['a'] }),
  'several claims': asking({ path: ['a'] }, { path: ['o', 'p'] }, { path: ['list', 1] }),
  'a value': asking({ path: ['a'], values: ['y', 'x'] }),
  'a number': asking({ path: ['b'], values: [2] }),
  'true or false': asking({ path: ['c'], values: [true] }),
  'one of the elements': asking({ path: ['list', null], values: ['v'] }),
};

for (const [name, change] of Object.entries(matched)) {
  test(`matches: ${name}; the other library agrees`, () => {
    assert.equal(matchClaims(one(change), claims).length, (change.claims as Json[]).length);
    assert.ok(opponentAccepts(change, claims));
  });
}

const unmatched: Record<string, JsonObject> = {
  'a claim that is not there': asking({ path: ['a'] }, { path: ['z'] }),
  'another value': asking({ path: ['a'], values: ['y'] }),
  'a number as text': asking({ path: ['b'], values: ['2'] }),
  'a text as number': asking({ path: ['a'], values: [0] }),
  'truth as text': asking({ path: ['c'], values: ['true'] }),
  'truth as number': asking({ path: ['c'], values: [1] }),
  'an object by value': asking({ path: ['o'], values: ['[object Object]'] }),
  'a list by value': asking({ path: ['list'], values: ['u,v'] }),
  'null by value': asking({ path: ['n'], values: ['null'] }),
  'a path through a text': asking({ path: ['a', 'length'] }),
};

for (const [name, change] of Object.entries(unmatched)) {
  test(`refused: ${name}`, () => {
    refuses(() => matchClaims(one(change), claims), 'claims');
  });
}

test('a null claim is present, where no value is requested', () => {
  assert.equal(matchClaims(one(asking({ path: ['n'] })), claims).length, 1);
});

const falsePositives: Record<string, Json> = {
  'the length of a list': ['list', 'length'],
  'an index behind the end': ['list', 7],
  'the prototype': ['__proto__'],
  'a method of the prototype': ['toString'],
};

for (const [name, path] of Object.entries(falsePositives)) {
  test(`accepted by the other library, refused here: ${name}`, () => {
    assert.ok(opponentAccepts(asking({ path }), claims));
    refuses(() => matchClaims(one(asking({ path })), claims), 'claims');
  });
}

test('a path into the constructor is refused without an exception', () => {
  refuses(() => matchClaims(one(asking({ path: ['constructor', 'name'] })), claims), 'claims');
});

test('the first claim set that fits is used', () => {
  const change = {
    claims: [
      { id: 'z', path: ['z'] },
      { id: 'a', path: ['a'] },
      { id: 'b', path: ['b'] },
    ],
    claim_sets: [['z', 'a'], ['b'], ['a']],
  };
  assert.deepEqual(
    matchClaims(one(change), claims).map(({ id }) => id),
    ['b'],
  );
  refuses(() => matchClaims(one({ ...change, claim_sets: [['z'], ['z', 'b']] }), claims), 'claims');
});

function findingOf(change: JsonObject): string | undefined {
  try {
    matchClaims(one(change), claims);
  } catch (error) {
    assert.ok(error instanceof PresentationError && !error.message.includes('claim'), 'the wallet reads nothing of it');
    return error.finding;
  }
  return assert.fail('matched');
}

const sets = {
  claims: [
    { id: 'z', path: ['z'] },
    { id: 'a', path: ['a'] },
  ],
  claim_sets: [['a', 'z'], ['z']],
};
const findings: readonly [JsonObject, string][] = [
  [asking({ path: ['a'] }, { path: ['o', null, 1] }), 'The claim ["o",null,1] is missing'],
  [asking({ path: ['a'], values: ['y'] }), 'The claim ["a"] is missing, or has none of the requested values'],
  [sets, 'No claim set fits; of the first one the claim ["z"] is missing'],
];
for (const [change, finding] of findings) {
  test(`the backend reads: ${finding}`, () => assert.equal(findingOf(change), finding));
}

test('a long path is cut', () => {
  assert.ok((findingOf(asking({ path: ['z'.repeat(1000)] }))?.length ?? 0) < 250);
});

test('without claims no claim is requested', () => {
  assert.deepEqual(matchClaims(one(), claims), []);
});

test('credential sets', () => {
  const ids = ['a', 'b', 'c'];
  const credentials = ids.map((id) => ({ ...PID, id }));
  const check = (sets: Json | undefined, answered: string[]): void => {
    const query = queryOf({ credentials, ...(sets === undefined ? {} : { credential_sets: sets }) });
    matchCredentialSets(query, new Set(answered));
  };
  const alternatives = [{ options: [['a', 'b'], ['c']] }];
  check(undefined, ids);
  check(alternatives, ['a', 'b']);
  check(alternatives, ['c']);
  check([...alternatives, { options: [['b']], required: false }], ['c']);
  refuses(() => check(undefined, ['a', 'b']), 'incomplete');
  refuses(() => check(alternatives, ['a']), 'incomplete');
  refuses(() => check(alternatives, []), 'incomplete');
  refuses(() => check([...alternatives, { options: [['b']] }], ['c']), 'incomplete');
  refuses(() => check([{ options: [['a']], required: false }, { options: [['b']] }], ['a']), 'incomplete');
});

test('an authority is found by the key identifier in the chain', async () => {
  const certificatesOf = async (): Promise<[X509Certificate, string]> => {
    const { x5c } = await makeSigningKey();
    const der = Buffer.from(x5c[0] ?? '', 'base64');
    const keyId = new x509.X509Certificate(der).getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId ?? '';
    return [new X509Certificate(der), Buffer.from(keyId, 'hex').toString('base64url')];
  };
  const [leaf, keyId] = await certificatesOf();
  const [other, otherKeyId] = await certificatesOf();
  const wanting = (...values: string[]): SdJwtVcQuery => one({ trusted_authorities: [{ type: 'aki', values }] });
  matchAuthorities(one(), [leaf]);
  matchAuthorities(wanting(keyId), [leaf]);
  matchAuthorities(wanting(otherKeyId, keyId), [leaf]);
  matchAuthorities(wanting(keyId), [other, leaf]);
  refuses(() => matchAuthorities(wanting(otherKeyId), [leaf]), 'trusted_authorities');
  refuses(() => matchAuthorities(wanting(keyId.slice(0, 8)), [leaf]), 'trusted_authorities');
  refuses(() => matchAuthorities(wanting(keyId), []), 'trusted_authorities');
});

test('facts of a refusal: types and paths of the query, no value of the credential', async () => {
  const types = { claim: 'vct', expectedAny: [VCT, 'urn:other'] };
  refusesWith(() => matchType(one(), { vct: 'urn:mine' }), 'type', { ...types, received: 'urn:mine' });
  refusesWith(() => matchType(one(), {}), 'type', types);
  refusesWith(() => matchType(one(), { vct: VCT, aka_vcts: 'x' }), 'type', { claim: 'aka_vcts' });
  const missing = asking({ path: ['a'] }, { path: ['z'] }, { path: ['list', 7] });
  refusesWith(() => matchClaims(one(missing), claims), 'claims', {
    paths: ['["z"]', '["list",7]'],
    count: 2,
    detail: 'missing',
  });
  // The difference must not reveal whether the user is of age.
  const facts = { paths: ['["a"]'], count: 1, detail: 'missing_or_other_value' };
  refusesWith(() => matchClaims(one(asking({ path: ['a'], values: ['secret'] })), claims), 'claims', facts);
  refusesWith(() => matchClaims(one(asking({ path: ['a'], values: ['secret'] })), {}), 'claims', facts);
  const [leaf] = (await makeSigningKey()).x5c.map((der) => new X509Certificate(Buffer.from(der, 'base64')));
  assert.ok(leaf !== undefined);
  const wanting = one({ trusted_authorities: [{ type: 'aki', values: ['AAAA'] }] });
  refusesWith(() => matchAuthorities(wanting, [leaf]), 'trusted_authorities', certificateFacts(leaf));
});

test('of credential sets the missing ids are those of the first option of each open set', () => {
  const three = ['x', 'y', 'z'].map((id) => ({ ...PID, id }));
  const query = queryOf({
    credentials: three,
    credential_sets: [{ options: [['x', 'y'], ['z']] }, { options: [['y']], required: false }],
  });
  refusesWith(() => matchCredentialSets(query, new Set(['x'])), 'incomplete', { parameters: ['y'] });
});
