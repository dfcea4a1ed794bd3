import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyDocument } from '../../../src/model/keys/key-documents.ts';
import {
  CA_LEAD,
  erasePrivateKey,
  isKeyObsolete,
  KEEP,
  type KeyState,
  keyStatesAt,
  LEAD,
  nextGeneration,
  READ_AT_LEAST_EVERY,
  signUntil,
} from '../../../src/model/keys/key-states.ts';
import { assertStateTable } from '../state-table-check.ts';
import { keyEvents } from './key-events.ts';

const NOW = Date.UTC(2030, 0, 1);
const DAY = 86_400_000;

function generation(number: number, usedFrom: number, more: Partial<KeyDocument> = {}): KeyDocument {
  return {
    id: `default/credential/${number}`,
    rev: 1,
    tenant: 'default',
    purpose: 'credential',
    generation: number,
    sealed: 'sealed',
    kid: `k${number}`,
    createdAt: usedFrom - LEAD,
    usedFrom,
    notAfter: usedFrom + 365 * DAY,
    ...more,
  };
}

/** A generation with its successors. */
interface Ring {
  readonly document: KeyDocument;
  readonly following: readonly KeyDocument[];
}
const stateOf = ({ document, following }: Ring): KeyState => {
  // Preceded by a first one, which may be in use from the start.
  const first = generation(1, 0, { notAfter: 1 });
  return keyStatesAt([first, document, ...following], NOW)[1] ?? 'retired';
};
const long = NOW - 3 * DAY;
const inEachState: Readonly<Record<KeyState, Ring>> = {
  pending: { document: generation(2, NOW + 1), following: [] },
  active: { document: generation(2, NOW), following: [generation(3, NOW + LEAD)] },
  retiring: { document: generation(2, long - DAY), following: [generation(3, long)] },
  retired: { document: generation(2, long - DAY, { notAfter: NOW - 1 }), following: [generation(3, long)] },
};
const changed = (step: (document: KeyDocument, next: KeyDocument | undefined) => KeyDocument) => (ring: Ring) => {
  const document = step(ring.document, ring.following[0]);
  return document === ring.document ? ring : { ...ring, document };
};

test('every event in every state leads where the table says', () => {
  assertStateTable({
    table: keyEvents,
    given: inEachState,
    stateOf,
    events: {
      signUntil: [
        (ring) => (stateOf(ring) === 'pending' ? ring : changed((one) => signUntil(one, NOW + 4000 * DAY))(ring)),
      ],
      erasePrivateKey: [changed((one, next) => erasePrivateKey(one, next, NOW))],
    },
  });
});

test('the states follow from the times alone: one is active, at every moment', () => {
  const all = [generation(1, NOW), generation(2, NOW + DAY), generation(3, NOW + DAY + LEAD)];
  const at = (time: number): readonly KeyState[] => keyStatesAt(all, time);
  assert.deepEqual(at(NOW - 1), ['active', 'pending', 'pending'], 'by a clock that runs behind');
  assert.deepEqual(at(NOW + DAY - 1), ['active', 'pending', 'pending']);
  assert.deepEqual(at(NOW + DAY), ['retiring', 'active', 'pending']);
  assert.deepEqual(at(NOW + DAY + LEAD), ['retiring', 'retiring', 'active']);
  assert.deepEqual(at(NOW + 365 * DAY + 1), ['retired', 'retiring', 'active']);
  assert.deepEqual(at(NOW + 500 * DAY), ['retired', 'retired', 'active'], 'the active one stays');
  assert.deepEqual(keyStatesAt([], NOW), []);
});

test('a document of an earlier version is in use from its creation on', () => {
  const { usedFrom: _, ...earlier } = generation(1, NOW);
  assert.deepEqual(keyStatesAt([earlier], NOW), ['active']);
  assert.deepEqual(nextGeneration(earlier, NOW), { generation: 2, usedFrom: NOW + LEAD });
});

test('a rotation adds one generation at a time, published for longer than replicas and verifiers hold what they read', () => {
  assert.deepEqual(nextGeneration(undefined, NOW), { generation: 1, usedFrom: NOW });
  const first = generation(1, NOW);
  const next = nextGeneration(first, NOW);
  assert.deepEqual(next, { generation: 2, usedFrom: NOW + LEAD });
  const second = generation(2, NOW + LEAD);
  assert.equal(nextGeneration(second, NOW), undefined);
  assert.equal(nextGeneration(second, NOW + LEAD - 1), undefined);
  assert.equal(nextGeneration(second, NOW + LEAD)?.generation, 3);
  assert.deepEqual(nextGeneration(second, NOW, true), { generation: 3, usedFrom: NOW }, 'one that can not be used');
  const httpCache = 300_000;
  assert.ok(LEAD > READ_AT_LEAST_EVERY + httpCache);
});

test('a credential that ends after the certificate keeps its key published; few of them are a write', () => {
  const first = generation(1, NOW);
  const end = NOW + 365 * DAY;
  assert.equal(signUntil(first, end), first);
  const longer = signUntil(first, end + 1);
  assert.ok((longer.signedUntil ?? 0) >= end + 1);
  assert.equal(signUntil(longer, end + DAY / 2), longer, 'rounded up');
  const ring = [longer, generation(2, NOW + DAY)];
  assert.deepEqual(keyStatesAt(ring, longer.signedUntil ?? 0), ['retiring', 'active']);
  assert.deepEqual(keyStatesAt(ring, (longer.signedUntil ?? 0) + 1), ['retired', 'active']);
  const forever = signUntil(first, Number.POSITIVE_INFINITY);
  assert.equal(signUntil(forever, Number.POSITIVE_INFINITY), forever);
  assert.equal(JSON.parse(JSON.stringify(forever)).signedUntil, Number.MAX_SAFE_INTEGER);
});

test('a CA is published for 30 days before its use, a document signer for ten minutes like other keys', () => {
  for (const [purpose, lead] of [
    ['ca', CA_LEAD],
    ['iaca', CA_LEAD],
    ['mdoc', LEAD],
    ['credential', LEAD],
  ] as const) {
    assert.equal(nextGeneration({ ...generation(1, NOW), purpose }, NOW)?.usedFrom, NOW + lead, purpose);
  }
});

test('a replaced private key is kept for 48 hours, then erased; of requests and encryption nothing is left then', () => {
  const [first, second] = [generation(1, NOW), generation(2, NOW + DAY)];
  const end = NOW + DAY + KEEP;
  assert.equal(isKeyObsolete(undefined, end), false);
  assert.equal(erasePrivateKey(first, second, end - 1), first);
  assert.equal(erasePrivateKey(first, second, end).sealed, '');
  assert.equal(erasePrivateKey(second, undefined, end), second);
  for (const purpose of ['request', 'encryption'] as const) {
    const ring = [first, second].map((one) => ({ ...one, purpose }));
    assert.equal(keyStatesAt(ring, end - 1)[0], 'retiring');
    assert.equal(keyStatesAt(ring, end)[0], 'retired');
  }
});
