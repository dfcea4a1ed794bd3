import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Problem } from '../../../src/api/problem.ts';
import { StoreResult } from '../../../src/pages/configurations/store-result.tsx';

function resultOf(reason: string): string {
  const problem = new Problem({ status: 409, code: 'conflict', detail: '2 credentials have it', reason });
  const save = {
    busy: false,
    stored: false,
    problem,
    refused: [],
    store: () => assert.fail(),
    forget: () => undefined,
  };
  return renderToString(<StoreResult kind="issuance" id="card" value={{}} save={save} />);
}

test('only a changed disclosure policy offers to revoke what was issued', () => {
  assert.match(
    resultOf('disclosure_policy_changed'),
    /2 credentials have it.*class="button danger"[^>]*>Revoke and store/s,
  );
  assert.doesNotMatch(resultOf('flow_configuration_invalid'), /Revoke/);
});
