import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkInteractionTypes, unsupportedTypes } from '../../src/authorize/check-interaction-types.ts';

const types = (interaction_types_supported: string, dialect: 'ia' | 'iae' = 'ia') =>
  checkInteractionTypes({ parameters: { interaction_types_supported }, dialect }).types;

test('the names of each dialect are known, in any order, and kept as the wallet wrote them', () => {
  const [presentation, web] = ['urn:openid:dcp:ia:openid4vp_presentation', 'urn:openid:dcp:ia:auth_via_web'];
  assert.deepEqual(types(`${web}, x,${presentation}`), { presentation, web });
  assert.deepEqual(types('redirect_to_web', 'iae'), { presentation: undefined, web: 'redirect_to_web' });
  const urn = 'urn:openid:dcp:iae:openid4vp_presentation';
  assert.deepEqual(types(`${urn},openid4vp_presentation`, 'iae').presentation, urn);
});

test('a name of the other dialect, or with more around it, is none', () => {
  const none = { presentation: undefined, web: undefined };
  assert.deepEqual(types('openid4vp_presentation,redirect_to_web'), none);
  assert.deepEqual(types('urn:openid:dcp:ia:auth_via_web', 'iae'), none);
  assert.deepEqual(types('xopenid4vp_presentation,,', 'iae'), none);
});

test('a request without the list is refused', () => {
  for (const parameters of [{}, { interaction_types_supported: '' }]) {
    refuses(() => checkInteractionTypes({ parameters, dialect: 'iae' }), 'invalid_request');
  }
});

test('the reason of a missing list, and the facts of one with nothing that helps', () => {
  const missing = refuses(() => checkInteractionTypes({ parameters: {}, dialect: 'ia' }), 'invalid_request');
  const { reason, facts } = whyOf(missing);
  assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'interaction_types_supported' }]);
  const parameters = { interaction_types_supported: 'openid4vp_presentation, x' };
  assert.deepEqual(unsupportedTypes({ parameters, dialect: 'ia' }), {
    expectedAny: ['urn:openid:dcp:ia:openid4vp_presentation', 'urn:openid:dcp:ia:auth_via_web'],
    received: ['openid4vp_presentation', 'x'],
  });
});
