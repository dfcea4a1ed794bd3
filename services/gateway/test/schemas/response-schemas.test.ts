import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf } from '@countersign/shared/http/schema-parts';
import { errorKinds, ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { Ajv } from 'ajv';
import { oauthErrorCodes, toWire } from '../../src/errors/to-wire.ts';
import * as answers from '../../src/schemas/response-schemas.ts';
import * as sessions from '../../src/schemas/session-schemas.ts';
import * as toWallets from '../../src/schemas/wallet-response-schemas.ts';

// Formats in responses are documentation.
const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false });
// The known values of an extensible member, and what services check: these keywords validate nothing.
ajv.addVocabulary(['x-extensible-enum', 'documented']);

test('every schema compiles, and its example is valid', () => {
  for (const [name, schema] of Object.entries({ ...answers, ...sessions, ...toWallets })) {
    const validate = ajv.compile(schema);
    const example = exampleOf(schema);
    if (example !== undefined) assert.ok(validate(example), `${name}: ${ajv.errorsText(validate.errors)}`);
  }
});

test('every error that is sent is valid by the schemas', () => {
  const problem = ajv.compile(answers.problemSchema);
  const oauth = ajv.compile(answers.oauthErrorSchema);
  for (const code of Object.keys(errorKinds) as (keyof typeof errorKinds)[]) {
    const error = new ProtocolError(code, 'Refused', {
      reason: 'internal_error',
      errors: [{ pointer: '/a', detail: 'is required' }],
    });
    assert.ok(problem(JSON.parse(toWire(error, 'problem', 'id').body)), code);
    for (const style of ['oauth', 'resource'] as const)
      assert.ok(oauth(JSON.parse(toWire(error, style, 'id').body)), code);
  }
  assert.equal(problem({ type: 'urn:countersign:problem:unheard_of', title: 'x', status: 400 }), false);
  assert.equal(new Set(oauthErrorCodes).size, oauthErrorCodes.length);
});

test('an object of an answer is named or free', () => {
  const unnamed: string[] = [];
  const walk = (schema: JsonObject, at: string): void => {
    if (schema.properties !== undefined && typeof schema.title !== 'string') unnamed.push(at);
    for (const [name, value] of Object.entries({ ...(schema.properties as JsonObject | undefined) })) {
      if (isObject(value)) walk(value, `${at}/${name}`);
    }
    if (isObject(schema.items)) walk(schema.items, `${at}[]`);
    if (isObject(schema.additionalProperties)) walk(schema.additionalProperties, `${at}/*`);
    if (schema.type === 'object' && schema.properties === undefined) {
      assert.notEqual(schema.additionalProperties, undefined, `${at} says that its members are free`);
    }
  };
  for (const [name, schema] of Object.entries({ ...answers, ...sessions, ...toWallets })) walk(schema, name);
  assert.deepEqual(unnamed, []);
});
