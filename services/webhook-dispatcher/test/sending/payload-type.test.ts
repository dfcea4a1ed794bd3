import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLAIMS_REQUESTED, carriesPresentation, eventTypeOf, payloadType } from '../../src/sending/payload-type.ts';

test('a payload has the type of its event without the version, and leads back to it', () => {
  assert.equal(payloadType('issuance.completed.v1'), 'issuance.completed');
  assert.equal(eventTypeOf('issuance.completed'), 'issuance.completed.v1');
  assert.throws(() => eventTypeOf('nothing'), /No event/);
});

test('presented credentials are part of three payloads; a response code moves them from the first to the second', () => {
  assert.ok(carriesPresentation('presentation.verified') && carriesPresentation(CLAIMS_REQUESTED));
  assert.ok(carriesPresentation('presentation.released', { release: 'response_code' }));
  assert.ok(!carriesPresentation('presentation.verified', { release: 'response_code' }));
  assert.ok(!carriesPresentation('presentation.rejected'));
});
