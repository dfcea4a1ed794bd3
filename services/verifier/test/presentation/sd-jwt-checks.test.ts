import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { readPresentation, verifyPresentation } from '../../src/presentation/presentation.ts';
import { sdJwtChecks } from '../../src/presentation/sd-jwt-checks.ts';
import { context, credentialOf, presentationOf, queryOf } from './presentations.ts';
import { refuses } from './refuses.ts';

const of = (column: string) => sdJwtChecks.rows.filter(({ columns }) => columns.includes(column));

test('no check of the first column needs a signature; none is in both', () => {
  const [read, verify] = [of('read'), of('verify')];
  assert.equal(read.length + verify.length, sdJwtChecks.rows.length);
  assert.deepEqual(
    [read[0]?.check, read.at(-1)?.check, verify.at(-1)?.check],
    ['parseSdJwtVc', 'anchorsFor', 'statusReference'],
  );
});

test('of two mistakes the upper row decides', () => {
  const [query] = queryOf().credentials;
  assert.ok(query);
  const read = (presentation: string) => () => readPresentation(presentation, query, context);
  const wrong = { payload: { vct: 'urn:other', exp: 1 }, keyBinding: { nonce: 'other' } };
  refuses(read(presentationOf(wrong)), 'kb_nonce');
  refuses(read(presentationOf({ ...wrong, keyBinding: {} })), 'time');
  refuses(read(presentationOf({ payload: { vct: 'urn:other' } })), 'type');
});

test('what a presentation does not have, and its query does not ask for, is not reported as checked', () => {
  const [query] = queryOf({ require_cryptographic_holder_binding: false }).credentials;
  assert.ok(query);
  const reporting = { ...context, reports: newReports() };
  verifyPresentation(readPresentation(credentialOf(), query, reporting), reporting);
  const names = reporting.reports.checks.map(({ check }) => check);
  assert.ok(names.includes('checkIssuerName'));
  assert.ok(!names.includes('checkHolderSignature') && !names.includes('matchAuthorities'), names.join(' '));
});
