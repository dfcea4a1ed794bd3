import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MdocError, type MdocReason } from '../../src/mdoc/mdoc-error.ts';
import { verifierReasons } from '../../src/reasons.ts';

const all: Readonly<Record<MdocReason, true>> = {
  presentation_format: true,
  type: true,
  issuer_header: true,
  issuer_trust: true,
  issuer_signature: true,
  disclosure: true,
  time: true,
  kb_missing: true,
  kb_signature: true,
};

test('every reason is one of the catalogue', () => {
  for (const reason of Object.keys(all)) assert.ok(Object.hasOwn(verifierReasons, reason), reason);
});

test('an error says its reason, not its facts', () => {
  const error = new MdocError('disclosure', { detail: 'digest' }, new RangeError('inner'));
  assert.equal(error.message, 'Refused mdoc: disclosure');
  assert.deepEqual(error.facts, { detail: 'digest' });
  assert.ok(error.cause instanceof RangeError);
  assert.deepEqual(new MdocError('time').facts, {});
});
