import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { newTrustList } from '@countersign/shared/model/tenant/trust-lists';
import { failed } from '../../src/lists/list-transitions.ts';
import type { ListEntry } from '../../src/lists/trust-list.ts';
import { parseSource } from '../../src/lists/written-source.ts';
import { entriesView, listView } from '../../src/refresh/list-view.ts';

const parsed = parseSource('{"url":"https://l.example/pid","list":"pid-providers"}');
const from = { ...parsed, source: { ...parsed.source, id: 'pid', signers: ['AAAA'] } };
const empty = { ...newTrustList({ id: 't/l', tenant: 't', url: 'https://l.example/pid' }), rev: 1 };

describe('a source as the interface shows it', () => {
  it('is absent until its address was asked', () => {
    const type = 'http://uri.etsi.org/19602/LoTEType/EUPIDProvidersList';
    const view = {
      id: 'pid',
      url: 'https://l.example/pid',
      type,
      signers: 1,
      state: 'absent',
      inForce: false,
      changes: [],
    };
    assert.deepEqual(listView(from, undefined, 0), view);
    assert.deepEqual(listView(from, empty, 0), view);
  });

  it('says why its last check failed', () => {
    const finding = { pointer: '/x5c/0', detail: 'not trusted' };
    const document = failed(
      empty,
      { reason: 'trust_list_signer', findings: [finding] },
      { now: 0, interval: 1, random: 0.5 },
    );
    const { explanation, hint, ...check } = listView(from, document, 0).check as JsonObject;
    assert.ok(explanation && hint);
    assert.deepEqual(check, {
      outcome: 'suspect',
      at: '1970-01-01T00:00:00.000Z',
      next: '1970-01-01T00:01:00.000Z',
      failures: 1,
      reason: 'trust_list_signer',
      findings: [finding],
    });
  });
});

describe('entries', () => {
  const entry = (name: string, sha256: string): ListEntry => ({
    entity: { number: 0, name, tradeNames: ['NTRDE-1'], territories: ['DE'] },
    service: { name: 'Issuance', type: 'urn:type' },
    purpose: 'pid/issuance',
    certificates: [{ der: Buffer.alloc(0), sha256, subject: '', keyId: 'aa' }],
  });

  it('are found by name, trade name, type or certificate', () => {
    const entries = [entry('Ministry', 'abc1'), entry('Agency', 'def2')];
    const found = (search: string) =>
      (entriesView(entries, { search }).entries as readonly { entity: string }[]).map(({ entity }) => entity);
    assert.deepEqual(
      [found('MINI'), found('def2'), found('urn:type'), found(' '), found('nobody')],
      [['Ministry'], ['Agency'], ['Ministry', 'Agency'], ['Ministry', 'Agency'], []],
    );
  });

  it('are at most a hundred, with the number of all', () => {
    const view = entriesView(
      Array.from({ length: 120 }, (_, n) => entry(`n ${n}`, '')),
      { search: '' },
    );
    assert.deepEqual([view.count, (view.entries as readonly unknown[]).length], [120, 100]);
  });
});
