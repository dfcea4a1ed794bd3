import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { canWithdraw, Withdraw } from '../../../src/pages/session/withdraw.tsx';
import { statuses } from '../../../src/parts/flow/session-view.ts';

test('only what no wallet has used can be withdrawn, and no dry run', () => {
  const open = statuses.filter((status) => canWithdraw({ status }));
  assert.deepEqual(open, ['created', 'pushed', 'presentation_required', 'authorized', 'requested']);
  assert.equal(canWithdraw({ status: 'created', dryRun: true }), false);
});

test('the button alone does nothing yet', () => {
  const html = renderToString(<Withdraw session={{ id: 's', kind: 'issuance' }} onChanged={() => assert.fail()} />);
  assert.match(html, />Withdraw<\/button>/);
  assert.doesNotMatch(html, /Withdraw this offer/);
});
