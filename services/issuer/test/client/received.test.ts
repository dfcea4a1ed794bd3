import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { received } from '../../src/client/received.ts';
import { openIssuer, PUBLIC_URL } from '../world.ts';

test('a request has the parameters of its body, or those of the caller, and the issuer of its tenant', async (t) => {
  const { dependencies, request } = await openIssuer(t);
  const sent = request({ client_id: 'wallet' });
  const reports = newReports();
  const begun = received(dependencies, { request: sent, reports });
  assert.deepEqual([begun.parameters, begun.issuer, begun.request], [{ client_id: 'wallet' }, PUBLIC_URL, sent]);
  assert.equal(begun.reports, reports);
  const elsewhere = received(dependencies, { request: { ...sent, tenant: 't1' }, reports }, { state: 's' });
  assert.deepEqual([elsewhere.parameters, elsewhere.issuer], [{ state: 's' }, `${PUBLIC_URL}/t1`]);
});
