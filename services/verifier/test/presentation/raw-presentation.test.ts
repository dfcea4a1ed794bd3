/** Evidence: each verified credential gets the presentation that it came from. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEvidence } from '../../src/presentation/raw-presentation.ts';

const presented = [
  { query: { id: 'pid', format: 'dc+sd-jwt' }, presentations: ['first', 'second'] },
  { query: { id: 'mdl', format: 'mso_mdoc' }, presentations: ['response'] },
] as never;
const credentials = ['pid', 'pid', 'mdl'].map((id) => ({ id, values: {} }));
const sessionTranscripts = () => [Buffer.from('transcript')];

test('only for the requested queries, in the order of the response', () => {
  const rawOf = (raw: readonly string[]) =>
    withEvidence(credentials, { raw, presented, sessionTranscripts }).map((one) => one.raw);
  const transcript = Buffer.from('transcript').toString('base64url');
  assert.deepEqual(rawOf(['pid']), [{ presentation: 'first' }, { presentation: 'second' }, undefined]);
  assert.deepEqual(rawOf(['mdl']), [
    undefined,
    undefined,
    { presentation: 'response', sessionTranscripts: [transcript] },
  ]);
  assert.deepEqual(rawOf(['other']), [undefined, undefined, undefined]);
});
