import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf } from '../../src/http/schema-parts.ts';
import { compileSchema } from '../../src/http/validate.ts';
import { schemeImportSchema } from '../../src/messages/scheme-import.ts';

const { scheme } = exampleOf(schemeImportSchema) ?? assert.fail();

test('an import needs the scheme and the id of a configuration', () => {
  const ofImport = compileSchema(schemeImportSchema);
  assert.deepEqual(ofImport({ configuration: 'card', scheme }), []);
  for (const wrong of [{ scheme }, { configuration: 'card' }, { configuration: 'card', scheme, format: 'ldp_vc' }]) {
    assert.equal(ofImport(wrong).length, 1, JSON.stringify(wrong));
  }
});
