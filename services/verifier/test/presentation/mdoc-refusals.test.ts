import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MdocError, type MdocReason } from '../../src/mdoc/mdoc-error.ts';
import { mdocRefusal } from '../../src/presentation/mdoc-refusals.ts';
import { refusalOf, refusesWith } from './refuses.ts';

const throwing =
  (reason: MdocReason, facts = {}) =>
  () => {
    throw new MdocError(reason, facts);
  };

test('the reasons of an mdoc are those of a refused presentation', () => {
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
  for (const reason of Object.keys(all) as MdocReason[]) {
    const refusal = refusalOf(() => mdocRefusal(throwing(reason)));
    assert.equal(refusal.reason, reason);
    assert.ok(refusal.cause instanceof MdocError);
  }
});

test('facts of the error and of the caller, those that the catalogue knows', () => {
  const failing = throwing('issuer_trust', { detail: 'no_anchor', bytes: 7 });
  refusesWith(() => mdocRefusal(failing, (reason) => ({ place: `for ${reason}` })), 'issuer_trust', {
    detail: 'no_anchor',
    place: 'for issuer_trust',
  });
});

test('other errors and results are left as they are', () => {
  assert.equal(
    mdocRefusal(() => 7),
    7,
  );
  const defect = new TypeError('defect');
  assert.throws(
    () =>
      mdocRefusal(() => {
        throw defect;
      }),
    (error) => error === defect,
  );
});
