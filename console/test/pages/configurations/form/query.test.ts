import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { typeLines } from '../../../../src/pages/configurations/credential-format.ts';
import { blankDocument } from '../../../../src/pages/configurations/form/blank.ts';
import type { Document } from '../../../../src/pages/configurations/form/document.ts';
import * as queries from '../../../../src/pages/configurations/form/query.ts';
import { recordOf, recordsOf } from '../../../../src/parts/records.ts';

const read = (name: string): readonly Document[] =>
  recordsOf(
    JSON.parse(readFileSync(new URL(`../../../../../../docs/reference/schemas/${name}.json`, import.meta.url), 'utf8'))
      .examples,
  );
const [staffCard = {}, licence = {}] = read('issuance');
const [staffCheck = {}, licenceCheck = {}] = read('presentation');
const options = { tenant: 'default', publicUrl: 'https://a.example' };
const blank = blankDocument('presentation', 'en');
const queryOf = (document: Document) => recordOf(document.dcql_query);

test('a credential is picked, and its claims are ticked', () => {
  const added = queries.addCredential(blank, staffCard, options);
  const asked = queries.ask(queries.ask(added, 0, ['name'], true), 0, ['department'], true);
  assert.deepEqual(queryOf(asked).credentials, [
    {
      id: 'staff-card',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/staff-card'] },
      claims: [{ path: ['name'] }, { path: ['department'] }],
    },
  ]);
  const none = queries.ask(queries.ask(asked, 0, ['name'], false), 0, ['department'], false);
  assert.deepEqual(none, added);
  assert.deepEqual(
    queries.askableFields(licence).map(({ path }) => path[0]),
    Array(12).fill('org.iso.18013.5.1'),
  );
});

test('the templates ask for issued credentials; a type without a vct has an address of its tenant', () => {
  const issued = [licence, staffCard];
  for (const [check, card] of [
    [staffCheck, staffCard],
    [licenceCheck, licence],
  ] as const) {
    const [query = {}] = queries.queriedCredentials(check);
    assert.equal(queries.issuedFor(query, issued, options)?.id, card.id);
  }
  const plain = { id: 'x', config: { format: 'dc+sd-jwt' } };
  const typeIn = (tenant: string) => queries.typeOfIssued(plain, { ...options, tenant }).meta;
  assert.deepEqual(typeIn('default'), { vct_values: ['<PUBLIC_URL>/credentials/vct/x'] });
  assert.deepEqual(typeIn('city'), { vct_values: ['https://a.example/credentials/city/vct/x'] });
});

test('one of several credentials, also when one is added or removed; other sets stay', () => {
  const two = queries.addCredential(queries.addCredential(blank, staffCard, options), staffCard, options);
  assert.equal(queries.choiceOf(two), 'all');
  const one = queries.setChoice(two, 'one');
  assert.deepEqual(queryOf(one).credential_sets, [{ options: [['staff-card'], ['staff-card_2']] }]);
  const three = queries.addCredential(one, licence, options);
  assert.deepEqual([queries.choiceOf(one), queries.choiceOf(three)], ['one', 'one']);
  assert.deepEqual(queryOf(queries.removeCredential(three, 1)).credential_sets, [
    { options: [['staff-card'], ['driving-licence']] },
  ]);
  assert.deepEqual(queries.setChoice(one, 'all'), two);
  const sets = [{ options: [['staff-card', 'staff-card_2']], required: false }];
  assert.equal(queries.choiceOf({ ...two, dcql_query: { ...queryOf(two), credential_sets: sets } }), 'other');
});

test('what the form does not show of a claim stays; alternatives lose a claim that is not asked for', () => {
  const credential = {
    id: 'a',
    claims: [
      { id: 'n', path: ['name'], values: ['x'] },
      { id: 'd', path: ['dep', null] },
    ],
    claim_sets: [['n', 'd'], ['n']],
  };
  const document = { dcql_query: { credentials: [credential] } };
  const more = queries.ask(document, 0, ['other'], true);
  assert.deepEqual(recordsOf(queryOf(more).credentials)[0]?.claims, [
    ...credential.claims,
    { id: 'claim_3', path: ['other'] },
  ]);
  const less = queries.ask(document, 0, ['dep', null], false);
  assert.deepEqual(recordsOf(queryOf(less).credentials)[0], {
    ...credential,
    claims: [credential.claims[0]],
    claim_sets: [['n']],
  });
  assert.deepEqual(queries.pathOfText(queries.pathText(['dep', null])), ['dep', null]);
});

test('accepted issuers, purpose and privacy policy', () => {
  const [trusted, none] = [
    queries.setAuthorities(staffCheck, 0, 'etsi_tl', ['https://list.example']),
    queries.setAuthorities(queries.setAuthorities(staffCheck, 0, 'aki', ['AQ']), 0, 'aki', []),
  ];
  assert.deepEqual(queries.authoritiesOf(queries.queriedCredentials(trusted)[0] ?? {}, 'etsi_tl'), [
    'https://list.example',
  ]);
  assert.deepEqual(none, staffCheck);
  const purpose = queries.setPrivacyPolicy(
    queries.setPurpose({ ...blank, id: 'a' }, 'de', 'Einlass'),
    'https://p.example',
  );
  assert.deepEqual(purpose.registrationCert, {
    body: { purpose: [{ name: 'Einlass', locale: 'de' }], privacy_policy: 'https://p.example' },
    id: 'a-certificate',
  });
  assert.deepEqual(queries.setPurpose(queries.setPrivacyPolicy(purpose, ''), 'de', ''), { ...blank, id: 'a' });
  assert.equal(queries.purposesOf(queries.setPurpose(staffCheck, 'en', 'New'))[0]?.name, 'New');
});

test('a W3C credential is asked for by its types, and its claims below credentialSubject are ticked', () => {
  const definition = { type: ['VerifiableCredential', 'Diploma'] };
  const claims = { credentialSubject: { degree: { name: 'Mathematics' } } };
  const diploma = { id: 'diploma', config: { format: 'jwt_vc_json', credential_definition: definition }, claims };
  assert.deepEqual(queries.typeOfIssued(diploma, options), {
    format: 'jwt_vc_json',
    meta: { type_values: [definition.type] },
  });
  assert.deepEqual(
    queries.askableFields(diploma).map(({ path }) => path.join('.')),
    ['credentialSubject.degree', 'credentialSubject.degree.name'],
  );
});

test('types that somebody types: one per line, of a W3C credential one alternative per line', () => {
  for (const [format, lines] of [
    ['dc+sd-jwt', ['a', 'b']],
    ['mso_mdoc', ['a']],
    ['jwt_vc_json', ['VerifiableCredential A', 'B']],
  ] as const) {
    assert.deepEqual(typeLines({ meta: queries.metaOf(format, lines) }), lines);
  }
  assert.deepEqual(queries.metaOf('jwt_vc_json', ['A  B']), { type_values: [['A', 'B']] });
  assert.deepEqual(typeLines({}), []);
});
