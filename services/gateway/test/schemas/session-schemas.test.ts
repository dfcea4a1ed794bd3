import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { issuanceErrors, presentationErrors } from '@countersign/shared/model/session/session-errors';
import { sessionSchema, sessionStatusSchema } from '../../src/schemas/session-schemas.ts';
import { sessionStatuses } from '../../src/schemas/session-states.ts';

test('every state of a session is a value of its status', () => {
  assert.deepEqual(sessionStatusSchema.enum, sessionStatuses);
  const { properties } = sessionSchema as { properties: Record<string, JsonObject> };
  assert.equal(properties.status?.title, 'SessionStatus');
  for (const status of sessionStatuses) {
    assert.ok(String(sessionStatusSchema.description).includes(`\`${status}\``), status);
  }
});

test('the offer in the view of a session has neither the transaction code nor `response_type`', () => {
  const { credentialPayload } = sessionSchema.properties as { credentialPayload: { properties: JsonObject } };
  const shown = Object.keys(credentialPayload.properties);
  assert.ok(shown.includes('claims') && shown.includes('credentialConfigurationIds'), shown.join(', '));
  assert.ok(!shown.includes('tx_code') && !shown.includes('response_type'), shown.join(', '));
});

test('every error code that a session can have of this service is named, and others are allowed', () => {
  const { error } = sessionSchema.properties as { error: { properties: { code: JsonObject } } };
  const { code } = error.properties;
  const named = code['x-extensible-enum'] as readonly string[];
  for (const known of [...Object.keys(issuanceErrors), ...presentationErrors]) {
    assert.ok(named.includes(known) && String(code.description).includes(`\`${known}\``), known);
  }
  assert.equal(new Set(named).size, named.length);
  assert.equal(code.enum, undefined);
});
