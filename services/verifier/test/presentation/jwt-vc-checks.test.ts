import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jwtVcChecks } from '../../src/presentation/jwt-vc-checks.ts';
import { readPresentation } from '../../src/presentation/presentation.ts';
import { jwtVcContext, jwtVcQuery, jwtVpOf } from './jwt-vcs.ts';
import { refuses } from './refuses.ts';

const of = (column: string) => jwtVcChecks.rows.filter(({ columns }) => columns.includes(column));

test('no check of the first column needs a signature; none is in both', () => {
  const [read, verify] = [of('read'), of('verify')];
  assert.equal(read.length + verify.length, jwtVcChecks.rows.length);
  assert.deepEqual(
    [read[0]?.check, read.at(-1)?.check, verify[0]?.check, verify.at(-1)?.check],
    ['parseJwtVc', 'anchorsFor', 'checkIssuerSignature', 'statusReference'],
  );
});

test('of two mistakes the upper row decides', () => {
  const read = (change: object) => () => readPresentation(jwtVpOf(change), jwtVcQuery(), jwtVcContext);
  const wrong = { vc: { type: ['VerifiableCredential'] }, claims: { exp: 1 }, proof: { nonce: 'other' } };
  refuses(read(wrong), 'kb_nonce');
  refuses(read({ ...wrong, proof: {} }), 'time');
  refuses(read({ vc: wrong.vc }), 'type');
});
