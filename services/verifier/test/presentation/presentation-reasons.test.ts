import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presentationErrors } from '@countersign/shared/model/session/session-errors';
import { verifierReasons } from '../../src/reasons.ts';
import type { PresentationReason } from '../../src/session/presentation-error.ts';

test('every reason of a refused presentation is an error of the session, which the catalogue explains', () => {
  // The compiler finds a missing one.
  const known: readonly (PresentationReason extends (typeof presentationErrors)[number] ? string : never)[] =
    presentationErrors;
  for (const reason of known) assert.ok(Object.hasOwn(verifierReasons, reason), reason);
});
