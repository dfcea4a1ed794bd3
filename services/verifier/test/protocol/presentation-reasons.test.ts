import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issuanceErrors, presentationErrors } from '@countersign/shared/model/session-errors';
import type { PresentationReason } from '../../src/protocol/presentation-error.ts';

test('every reason of a refused presentation has its meaning', () => {
  // The compiler finds one that is missing.
  const meanings: Readonly<Record<PresentationReason, string>> = presentationErrors;
  for (const [reason, meaning] of Object.entries({ ...meanings, ...issuanceErrors })) {
    assert.match(meaning, /^.{15,}[^.]$/, reason);
  }
});
