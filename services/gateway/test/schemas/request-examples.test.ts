import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credentialConfigurationSchema,
  credentialConfigurationSchemaA,
  schemaOfClaimsSchema,
  vctSchema,
} from '@countersign/shared/configuration-documents/credential-configuration';
import { presentationConfigSchema } from '@countersign/shared/configuration-documents/presentation-configuration';
import { signInSchema } from '@countersign/shared/configuration-documents/sign-in';
import { webhookConfigSchema } from '@countersign/shared/configuration-documents/webhook';
import { exampleOf } from '@countersign/shared/http/schema-parts';
import { compileSchema } from '@countersign/shared/http/validate';
import { isObject } from '@countersign/shared/kernel/json';
import * as bodies from '../../src/schemas/schemas.ts';
import { configurationsImportSchema } from '../../src/schemas/transfer-schemas.ts';
import * as wallets from '../../src/schemas/wallet-schemas.ts';

const named = Object.entries({
  ...bodies,
  credentialConfigurationSchema,
  credentialConfigurationSchemaA,
  schemaOfClaimsSchema,
  vctSchema,
  presentationConfigSchema,
  signInSchema,
  webhookConfigSchema,
  configurationsImportSchema,
  ...wallets,
}).filter(([, schema]) => isObject(schema) && 'title' in schema);

test('each body of a request has an example, valid by its own schema', () => {
  assert.ok(named.length >= 15, `${named.length} schemas`);
  for (const [name, schema] of named) {
    const example = exampleOf(schema);
    assert.ok(example, `${name} has an example`);
    assert.deepEqual(compileSchema(schema)(example), [], name);
  }
});

test('an example with a typing error would be found', () => {
  const validate = compileSchema(bodies.offerRequestSchema);
  assert.deepEqual(validate({ ...exampleOf(bodies.offerRequestSchema), flows: 'typo' }), [
    { pointer: '/flows', detail: 'unknown field flows. Did you mean "flow"?' },
  ]);
});
