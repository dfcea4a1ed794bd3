import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shortCause } from '../../src/text/outcomes.ts';

test('a case worker reads the cause in a few words; a mistake in a message has only its sentence', () => {
  const errors = new URL('../../../../libs/shared/src/model/session/session-errors.ts', import.meta.url);
  const known = [...readFileSync(errors, 'utf8').matchAll(/'([a-z_]+)',/g)].map(([, name]) => name ?? '');
  const short = known.filter((reason) => shortCause(reason) !== undefined);
  assert.ok(short.length > 20);
  assert.equal(shortCause('jwe_header'), undefined);
  assert.equal(shortCause('toString'), undefined);
});
