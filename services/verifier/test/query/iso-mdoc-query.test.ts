import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { parseDcqlQuery } from '../../src/query/dcql-query.ts';
import { type IsoMdocCoverage, type IsoMdocGap, isoMdocCoverage } from '../../src/query/iso-mdoc-query.ts';

const MDL = 'org.iso.18013.5.1';
const claims: Json = [
  { path: [MDL, 'family_name'] },
  { path: [MDL, 'document_number'], intent_to_retain: true },
  { path: ['org.iso.18013.5.1.aamva', 'sex'], intent_to_retain: false },
];
const mdl: JsonObject = { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: `${MDL}.mDL` }, claims };
const other: JsonObject = { ...mdl, id: 'other', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } };
const pid: JsonObject = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } };

function coverage(written: JsonObject, transactionData: readonly string[] = []): IsoMdocCoverage {
  const parsed = parseDcqlQuery(written);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return isoMdocCoverage(parsed.query, transactionData);
}

function isCovered(written: JsonObject, queryId: string): void {
  const found = coverage(written);
  assert.ok(found.covered && found.queryId === queryId, JSON.stringify(found));
}

function hasGap(gap: IsoMdocGap, written: JsonObject, transactionData: readonly string[] = []): void {
  assert.deepEqual(coverage(written, transactionData), { covered: false, gap });
}

test('one mdoc is asked for with its elements; no statement is no intent to retain', () => {
  const nameSpaces = new Map([
    [
      MDL,
      new Map([
        ['family_name', false],
        ['document_number', true],
      ]),
    ],
    ['org.iso.18013.5.1.aamva', new Map([['sex', false]])],
  ]);
  assert.deepEqual(coverage({ credentials: [mdl] }), {
    covered: true,
    queryId: 'mdl',
    asked: { docType: 'org.iso.18013.5.1.mDL', nameSpaces },
  });
});

test('an mdoc that satisfies every required set alone is enough, the preferred one first', () => {
  const both = { credentials: [pid, mdl, other] };
  isCovered({ ...both, credential_sets: [{ options: [['pid'], ['mdl'], ['other']] }] }, 'mdl');
  isCovered({ ...both, credential_sets: [{ options: [['other'], ['mdl']] }] }, 'other');
  isCovered({ ...both, credential_sets: [{ options: [['pid', 'mdl'], ['mdl']] }] }, 'mdl');
  isCovered({ ...both, credential_sets: [{ options: [['mdl']] }, { options: [['pid']], required: false }] }, 'mdl');
  isCovered({ ...both, credential_sets: [{ options: [['other'], ['mdl']] }, { options: [['pid'], ['mdl']] }] }, 'mdl');
});

test('a preferred mdoc that can not be asked for leaves the place to the next', () => {
  const multiple = { ...mdl, multiple: true };
  isCovered({ credentials: [multiple, other], credential_sets: [{ options: [['mdl'], ['other']] }] }, 'other');
});

test('a query that no single mdoc satisfies is not covered', () => {
  hasGap('no_single_mdoc', { credentials: [pid] });
  hasGap('no_single_mdoc', { credentials: [mdl, other] });
  hasGap('no_single_mdoc', { credentials: [mdl, pid] });
  const both = { credentials: [pid, mdl, other] };
  hasGap('no_single_mdoc', { ...both, credential_sets: [{ options: [['pid', 'mdl']] }] });
  hasGap('no_single_mdoc', { ...both, credential_sets: [{ options: [['pid']] }] });
  hasGap('no_single_mdoc', { ...both, credential_sets: [{ options: [['mdl']] }, { options: [['other']] }] });
  hasGap('no_single_mdoc', { ...both, credential_sets: [{ options: [['mdl']], required: false }] });
});

test('what ISO can not express is not left out of the request: there is none', () => {
  const one = (changed: JsonObject): JsonObject => ({ credentials: [{ ...mdl, ...changed }] });
  const { claims: _, ...withoutClaims } = mdl;
  hasGap('no_claims', { credentials: [withoutClaims] });
  hasGap('values', one({ claims: [{ path: [MDL, 'age_over_18'], values: [true] }] }));
  hasGap('multiple', one({ multiple: true }));
  hasGap('trusted_authorities', one({ trusted_authorities: [{ type: 'aki', values: ['AQID'] }] }));
  const named = [
    { id: 'a', path: [MDL, 'age_over_18'] },
    { id: 'b', path: [MDL, 'birth_date'] },
  ];
  hasGap('claim_sets', one({ claims: named, claim_sets: [['a'], ['b']] }));
  hasGap('transaction_data', { credentials: [mdl] }, ['e30']);
});
