import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { deadLetterId, deadLetters, storeDeadLetter } from '../../../src/model/delivery/dead-letters.ts';
import { openEmbeddedStore } from '../../../src/store/lmdb/embedded.ts';
import { eventOf } from '../../bus/contract.ts';
import { temporaryStore } from '../../store/temporary.ts';

it('a dead letter is kept once for each event and group, the first one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-dead-'));
  const store = await openEmbeddedStore({ folder });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const keep = storeDeadLetter(store);
  const event = eventOf('a');
  const letter = { topic: 'issuance-results', group: 'one', event, error: 'TypeError', tries: 4, at: 5 } as const;
  await keep(letter);
  await keep({ ...letter, at: 6 });
  await keep({ ...letter, group: 'two', at: 7 });
  const { documents } = await store.find(deadLetters, { index: 'age', limit: 9 });
  assert.deepEqual(
    documents.map((document) => [document.id, document.at]),
    [
      [deadLetterId('issuance-results', 'one', event.id), 5],
      [deadLetterId('issuance-results', 'two', event.id), 7],
    ],
  );
  assert.deepEqual(documents[0]?.event, event);
});

it('a message that is no event is kept once by its position', async (t) => {
  const store = await temporaryStore(t);
  const keep = storeDeadLetter(store);
  const unreadable = { position: '3/17', text: '{"half' };
  const common = { topic: 'issuance-results', group: 'one', error: 'event_not_json', tries: 0, at: 5 } as const;
  await keep({ ...common, unreadable });
  await keep({ ...common, unreadable, at: 6 });
  await keep({ ...common, unreadable: { ...unreadable, position: '3/18' } });
  const { documents: letters } = await store.find(deadLetters, { index: 'age', limit: 10 });
  assert.deepEqual(
    letters.map((letter) => [letter.id, letter.at, letter.unreadable?.text, letter.event]),
    ['17', '18'].map((offset) => [
      deadLetterId('issuance-results', 'one', `@3/${offset}`),
      5,
      unreadable.text,
      undefined,
    ]),
  );
});
