import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credentialConfigurations,
  presentationConfigurations,
} from '../../src/configuration-documents/configuration-examples.ts';
import { credentialConfigurationSchemaA } from '../../src/configuration-documents/credential-configuration.ts';
import { presentationConfigSchema } from '../../src/configuration-documents/presentation-configuration.ts';
import { compileSchema } from '../../src/http/validate.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

test('each example is valid, and each has another id', () => {
  const all: readonly (readonly [JsonObject, readonly JsonObject[]])[] = [
    [credentialConfigurationSchemaA, credentialConfigurations],
    [presentationConfigSchema, presentationConfigurations],
  ];
  for (const [schema, examples] of all) {
    const validate = compileSchema(schema);
    for (const example of examples) assert.deepEqual(validate(example), []);
    assert.equal(new Set(examples.map(({ id }) => id)).size, examples.length);
  }
});
