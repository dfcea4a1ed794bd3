import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { readPresentation, verifyPresentation } from '../../src/presentation/presentation.ts';
import { context, presentationOf, queryOf } from './presentations.ts';

const [query] = queryOf().credentials;
assert.ok(query !== undefined);

test('a presentation is read and verified by the format of its query', () => {
  const read = readPresentation(presentationOf(), query, context);
  assert.equal(read.format, 'dc+sd-jwt');
  const { queryId, values } = verifyPresentation(read, context);
  assert.deepEqual([queryId, values.given_name], ['pid', 'Ada']);
});

test('each check is reported by its name, the cheap ones first', () => {
  const reports = newReports();
  const names = () => reports.checks.splice(0).map(({ check }) => check);
  const read = readPresentation(presentationOf(), query, { ...context, reports });
  const cheap = ['parseSdJwtVc', 'compareKeyBinding', 'checkTimes', 'matchType', 'anchorsFor'];
  assert.deepEqual(names(), cheap);
  verifyPresentation(read, { ...context, reports });
  assert.deepEqual(names().slice(0, 2), ['verifyCertificatePath', 'checkSignature']);
});
