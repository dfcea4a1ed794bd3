import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Flow } from '../../src/flow/flow.ts';
import { runIssuance } from '../../src/flow/run-issuance.ts';

test('a run that is too slow before its wallet begins is stopped, and has the session that must be erased', async () => {
  const fetchAborted = () => Promise.reject(AbortSignal.abort().reason);
  const flow = {
    platform: { clock: () => 0, call: async () => ({ body: { session: 's', link: 'openid-credential-offer://' } }) },
    request: { tenant: 'root' },
    body: {},
    run: { headers: {}, carries: { dryRun: { until: 1 } }, refusals: new Map() },
    listed: { id: 'pid', configuration: {} },
    issuer: 'https://wallets.example',
    log: { steps: [], fetch: fetchAborted },
    signal: AbortSignal.abort(),
  } as unknown as Flow;
  assert.equal((await runIssuance(flow)).outcome, 'stopped');
  assert.equal(flow.run.carries.dryRun.session, 's');
});
