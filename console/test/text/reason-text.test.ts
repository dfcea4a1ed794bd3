import assert from 'node:assert/strict';
import { test } from 'node:test';
import { language } from '../../src/state/settings.ts';
import { germanWarning, inConsoleLanguage, loadGerman } from '../../src/text/reason-text.ts';

test('a reason and its hint are shown in the language of the console', async (t) => {
  t.after(() => {
    language.value = 'en';
  });
  const entry = { reason: 'tx_code_wrong', explanation: 'Wrong code.', hint: 'Ask again.' };
  const english = { explanation: 'Wrong code.', hint: 'Ask again.' };
  language.value = 'de';
  assert.deepEqual(inConsoleLanguage(entry), english, 'before the texts are loaded');
  await loadGerman();
  const german = inConsoleLanguage(entry);
  assert.match(german.explanation ?? '', /falschen Transaktionscode/);
  assert.match(german.hint ?? '', /^Bitten Sie/);
  assert.deepEqual(inConsoleLanguage({ reason: 'constructor', explanation: 'New.' }), { explanation: 'New.' });
  assert.deepEqual(inConsoleLanguage({ reason: 'revoked' }), {}, 'nothing is added for callers who get no explanation');
  assert.match(germanWarning('tx_code_weak')?.hint ?? '', /sechs Ziffern/);
  assert.equal(germanWarning('unheard_of'), undefined);
  language.value = 'en';
  assert.deepEqual(inConsoleLanguage(entry), english);
  assert.equal(germanWarning('tx_code_weak'), undefined);
});
