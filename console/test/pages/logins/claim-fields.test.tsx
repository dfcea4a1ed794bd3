/** Which claims an application receives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { ClaimFields } from '../../../src/pages/logins/claim-fields.tsx';
import type { ClaimRow } from '../../../src/pages/logins/login-client.ts';

const rows: readonly ClaimRow[] = [
  { path: ['address', 'locality'], name: 'sub', identifies: false },
  { path: ['birthdate'], name: '', identifies: true },
];
const fields = (isPairwise: boolean, error?: string): string =>
  renderToString(
    <ClaimFields
      rows={rows}
      isPairwise={isPairwise}
      errorOf={(name) => (name === 'sub' ? 'Choose another name' : undefined)}
      error={error}
      onRows={() => undefined}
    />,
  );

test('each claim has its path, and its error stands at its name', () => {
  assert.match(
    fields(true),
    /Name of address → locality[\s\S]*value="sub"[\s\S]*Choose another name[\s\S]*Name of birthdate/,
  );
  assert.equal(fields(true).match(/Choose another name/g)?.length, 1);
  assert.match(fields(true, 'Select a claim'), /<p class="error">Select a claim/);
});

test('only a stable identifier is made of claims', () => {
  assert.match(fields(true), /birthdate identifies the user/);
  assert.doesNotMatch(fields(false), /identifies the user/);
});
