/** Cached documents: fetched once for all callers, and again before they expire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { createKeptDocuments, type Kept, keptUntil } from '../../src/trust/kept-documents.ts';

const DAY = 86_400_000;

function world() {
  const made = { now: 0, loads: 0, fails: false };
  const cache = new Map<string, Kept>();
  const recorded: string[] = [];
  const documents = createKeptDocuments<Kept>({
    clock: () => made.now,
    breaker: { allows: () => true, record: (host, outcome) => void recorded.push(`${host} ${outcome}`) },
    cache,
    log: { error: () => assert.fail('no defect') },
  });
  const wanted = {
    key: 'k',
    url: 'http://list.example/crl',
    tenant: 't',
    load: async () => {
      made.loads += 1;
      if (made.fails) throw new OutboundError('refused');
      return keptUntil(made.now, made.now + 4 * DAY);
    },
  };
  return { made, recorded, documents, get: () => documents.get(wanted) };
}

test('it is fetched again after a day, or after three quarters of its life', () => {
  assert.deepEqual(keptUntil(0, 4 * DAY), { renewFrom: DAY, until: 4 * DAY });
  assert.deepEqual(keptUntil(0, DAY), { renewFrom: (3 * DAY) / 4, until: DAY });
});

test('all who ask at once share one fetch, and what is kept counts until its end', async () => {
  const { made, get } = world();
  const found = await Promise.all([get(), get(), get()]);
  assert.deepEqual([found.map(({ state }) => state), made.loads], [['kept', 'kept', 'kept'], 1]);
  made.now = 2 * DAY;
  made.fails = true;
  assert.equal((await get()).state, 'kept');
  made.now = 4 * DAY;
  assert.equal((await get()).state, 'unreachable');
});

test('what a host answers counts for the tenant, and what is in use is renewed', async () => {
  const { made, recorded, documents, get } = world();
  await get();
  made.now = 2 * DAY;
  await documents.renew();
  assert.equal(made.loads, 2);
  assert.deepEqual(recorded, ['t list.example answered', 't list.example answered']);
});
