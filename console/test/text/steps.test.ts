import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { language } from '../../src/state/settings.ts';
import { stepText, stepTexts } from '../../src/text/steps.ts';

test('a name without a word stays as it is', (t) => {
  t.after(() => {
    language.value = 'en';
  });
  assert.deepEqual(
    [stepText('token'), stepText('step-of-later'), stepText('constructor')],
    ['Access token', 'step-of-later', 'constructor'],
  );
  language.value = 'de';
  assert.equal(stepText('refused'), 'abgelehnt');
});

test('every step that a trace can have has a word', () => {
  const steps = readFileSync(new URL('../../../../services/gateway/src/trace/step.ts', import.meta.url), 'utf8');
  const names = [...steps.matchAll(/^ {2}'[a-z.-]+': '([a-z-]+)',$/gm)].map(([, name]) => name ?? '');
  assert.ok(names.length > 15);
  for (const name of names) assert.ok(Object.hasOwn(stepTexts(), name), name);
});
