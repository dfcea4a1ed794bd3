/**
 * What a person shows at the rights page, and what is erased there, is readable nowhere: not in the store, the log, the
 * trace, the audit log, the events, or an address.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { read } from '@countersign/wallet/sending/answer';
import { assertNone, readable } from '../support/canary-search.ts';
import { readEvents } from '../support/events.ts';
import { fileDump } from '../support/file-dump.ts';
import { holdPidOf } from '../support/login.ts';
import { erase, NUMBER, order, visitAs, writeRights } from '../support/rights.ts';
import { startSampleServer } from '../support/sample-server.ts';

const CANARIES = ['Canary-family-name', 'Canary-given-name', 'Canary-number'];
const REFERENCE = 'canary.reference@example.org';

test('row 93: a backend’s reference with personal data, and all that was shown, are gone with the session', async (t) => {
  const server = await startSampleServer({ env: { LOG_LEVEL: 'debug', TRACE: 'all' } });
  t.after(() => server.close());
  writeRights(server);
  const [family_name, given_name, number] = CANARIES;
  const held = await holdPidOf(server, { family_name, given_name, [NUMBER]: number });
  const id = await order(server, held, { state: REFERENCE });
  const other = await order(server, await holdPidOf(server, { [NUMBER]: 'X-1' }), { state: 'order-1' });
  // Until the erasure the reference is what the backend gave: it is readable, as documented.
  assert.match((await read(await server.a(`/session/${id}`))).text, new RegExp(REFERENCE));
  assertNone(CANARIES, await fileDump(server));

  const visit = await visitAs(server, held);
  const done = await erase(visit);
  assert.equal(done.status, 200, done.text);
  const { store } = server.platform;
  await until('the end of every event', async () => {
    const { documents } = await store.find(sessions, { index: 'outbox', limit: 1 });
    return documents.length === 0;
  });
  const places = [
    ...(await readable(server, ['/session'])),
    ['the pages', Buffer.from(visit.page.text + done.text)] as const,
    ['the addresses', Buffer.from(`${visit.page.url.href} ${done.url.href}`)] as const,
  ];
  assertNone([...CANARIES, REFERENCE], places);
  assertNone(CANARIES, await fileDump(server));
  for (const { state } of (await store.find(sessions, { index: 'age', limit: 100 })).documents) {
    assert.notEqual(state, REFERENCE);
  }
  const events = await readEvents(server.a, '/events', '0');
  await events.until(({ event }) => JSON.stringify(event).includes(other));
  events.close();
  assertNone([...CANARIES, REFERENCE], [['the events', Buffer.from(JSON.stringify(events.got))]]);
  // The search works: it finds the other session, and a canary where it is.
  assert.ok(places.some(([, bytes]) => bytes.includes(other)));
  assert.throws(() => assertNone(CANARIES, [['a name', Buffer.from(`x${family_name}`)]]));
});
