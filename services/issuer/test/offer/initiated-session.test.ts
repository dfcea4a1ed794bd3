import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReference } from '@countersign/shared/crypto/wallet-reference';
import { newReports } from '@countersign/shared/http/reports';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { beginWithoutOffer } from '../../src/offer/initiated-session.ts';
import { request } from '../session/issuance-given.ts';
import { openIssuer } from '../world.ts';

test('the session begins with the request, needs a sign-in, and lives as long as the request_uri', async (t) => {
  const { platform, now } = await openIssuer(t);
  const asked = { request: { tenant: 't1' }, reports: newReports() };
  const reference = parseReference(await beginWithoutOffer(platform, asked, request));
  const found = await platform.store.find(sessions, { index: 'handle', equal: [reference?.handle ?? ''], limit: 2 });
  const [session] = found.documents;
  assert.deepEqual([session?.tenant, session?.status, session?.kind], ['t1', 'pushed', 'issuance']);
  assert.equal(asked.reports.session?.id, session?.id);
  const { progress, signIn, configurationIds } = session?.issuance ?? assert.fail();
  assert.deepEqual([signIn, configurationIds], [{ walletInitiated: true }, request.configurationIds]);
  assert.ok(progress.state === 'pushed' && progress.requestUriHash === reference?.hash);
  assert.equal(session?.endsAt, now + platform.settings.REQUEST_URI_TTL * 1000);
  assert.deepEqual([session?.outbox, session?.webhooks], [[], undefined]);
});

test('a request that is bound to another session stores none', async (t) => {
  const { platform } = await openIssuer(t);
  const refused = new Error('bound');
  const reports = newReports(() => {
    throw refused;
  });
  const cause = { request: { tenant: 't1' }, reports };
  await assert.rejects(beginWithoutOffer(platform, cause, request), refused);
  const found = await platform.store.find(sessions, { index: 'newest', equal: ['t1'], order: 'descending', limit: 1 });
  assert.deepEqual(found.documents, []);
});
