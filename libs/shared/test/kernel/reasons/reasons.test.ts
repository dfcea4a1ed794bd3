import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { isReason, type Reason, reasoned, reasons } from '../../../src/kernel/reasons/reasons.ts';

describe('the catalogue of reasons', () => {
  it('has one sentence of explanation and one of hint for each reason', () => {
    for (const [name, { explanation, hint }] of Object.entries(reasons)) {
      assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      assert.match(explanation, /^[A-Z`][^.]*(\.\d[^.]*|\.[a-z/][^.]*)*\.$/, `${name}: explanation`);
      assert.match(hint, /^[A-Z`][^.]*(\.\d[^.]*|\.[a-z/][^.]*)*\.$/, `${name}: hint`);
    }
  });

  it('has each name once: no file hides the entry of another', async () => {
    const folder = resolve(import.meta.dirname, '../../../src/kernel/reasons');
    const files = readdirSync(folder).filter((name) => name.endsWith('-reasons.js'));
    assert.ok(files.length > 8);
    for (const file of files) {
      const areas: Readonly<Record<string, object>> = await import(join(folder, file));
      for (const area of Object.values(areas)) {
        for (const [name, entry] of Object.entries(area))
          assert.equal(reasons[name as Reason], entry, `${file}: ${name}`);
      }
    }
  });

  it('knows its names, and no others', () => {
    assert.equal(isReason('code_unknown'), true);
    for (const other of ['toString', 'constructor', '', undefined, 1]) assert.equal(isReason(other), false);
  });

  it('keeps the facts that an entry lists, and leaves the others out', () => {
    assert.deepEqual(reasoned('content_type', { received: 'text/plain', bytes: 5 }), {
      reason: 'content_type',
      facts: { received: 'text/plain' },
    });
    assert.deepEqual(reasoned('content_type', { bytes: 5 }), { reason: 'content_type' });
    assert.deepEqual(reasoned('code_unknown'), { reason: 'code_unknown' });
  });
});
