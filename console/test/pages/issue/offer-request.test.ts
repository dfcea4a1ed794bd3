import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  claimErrors,
  claimMistakes,
  claimsNode,
  hasFields,
  hasSample,
  newOffer,
  offerRequest,
  otherView,
  withSampleClaims,
} from '../../../src/pages/issue/offer-request.ts';
import type { CredentialConfiguration } from '../../../src/parts/flow/configuration.ts';
import { withDraft } from '../../../src/parts/form/form-draft.ts';

const filled = (configuration: CredentialConfiguration) => withSampleClaims(newOffer(configuration));

const diploma: CredentialConfiguration = {
  id: 'diploma',
  claims: { family_name: 'Mustermann', degree: { name: 'CS' } },
  schema: {
    type: 'object',
    properties: {
      iss: { type: 'string' },
      status: { type: 'object' },
      family_name: { type: 'string', minLength: 1 },
      degree: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
    required: ['iss', 'status', 'family_name'],
  },
};

test('the form is empty at first; on request it has the claims of the configuration, without those that the service sets', () => {
  assert.deepEqual(claimMistakes(newOffer(diploma)), [{ pointer: '/family_name', rule: 'required' }]);
  assert.deepEqual([hasSample(newOffer(diploma)), hasSample(newOffer({ id: 'none' }))], [true, false]);
  const form = filled(diploma);
  const node = claimsNode(form);
  assert.ok(node.kind === 'group');
  assert.deepEqual(
    node.members.map(({ name }) => name),
    ['family_name', 'degree'],
  );
  assert.deepEqual(offerRequest(form), {
    body: {
      response_type: 'qrcode',
      credentialConfigurationIds: ['diploma'],
      flow: 'pre_authorized_code',
      claims: { diploma: diploma.claims },
    },
  });
});

test('what is typed is sent; a transaction code belongs to the pre-authorized code; without own claims none are sent', () => {
  const form = { ...filled(diploma), txCode: true };
  const typed = { ...form, draft: withDraft(form.draft, ['degree', 'name'], 'Law') };
  const { body } = offerRequest(typed);
  assert.deepEqual((body as { claims: unknown }).claims, {
    diploma: { family_name: 'Mustermann', degree: { name: 'Law' } },
  });
  assert.equal((body as { tx_code: unknown }).tx_code, true);
  assert.deepEqual(offerRequest({ ...form, ownClaims: false, flow: 'authorization_code' }), {
    body: { response_type: 'qrcode', credentialConfigurationIds: ['diploma'], flow: 'authorization_code' },
  });
});

test('a mistake keeps the offer from being made, unless no claims are sent', () => {
  const form = filled(diploma);
  const empty = { ...form, draft: withDraft(form.draft, ['family_name'], '') };
  assert.deepEqual(offerRequest(empty), { mistakes: [{ pointer: '/family_name', rule: 'required' }] });
  assert.ok(offerRequest({ ...empty, ownClaims: false }).body);
});

test('findings of the interface stand at the fields of the claims', () => {
  const findings = [
    { pointer: '/claims/diploma/degree/name', detail: 'must be a string' },
    { pointer: '/claims/diploma', detail: 'whole' },
    { pointer: '/claims/diploma2/x', detail: 'other' },
    { pointer: '/claims/diploma/family_name', detail: 'is required' },
    { pointer: '/flow', detail: 'flow' },
  ];
  assert.deepEqual(claimErrors(findings, newOffer(diploma)), {
    '/degree/name': 'must be a string',
    '': 'whole',
    '/family_name': 'Fill in this field.',
  });
});

test('claims that the fields can not show stand as JSON; so do those of a configuration without a schema or a sample', () => {
  const more = filled({ ...diploma, claims: { family_name: 'M', nick_name: 'E' } });
  assert.equal(more.asJson, true);
  assert.equal(otherView(more), undefined);
  const { body } = offerRequest(more);
  assert.deepEqual((body as { claims: unknown }).claims, { diploma: { family_name: 'M', nick_name: 'E' } });
  const free = newOffer({ id: 'free' });
  assert.deepEqual([free.asJson, hasFields(free)], [true, false]);
  assert.equal(hasFields(newOffer({ id: 'sample', claims: { a: 1 } })), true);
});

test('from fields to JSON and back, with what was typed; JSON with a mistake stays JSON', () => {
  const form = filled(diploma);
  const json = otherView({ ...form, draft: withDraft(form.draft, ['family_name'], 'Meier') });
  assert.ok(json?.asJson);
  assert.deepEqual(JSON.parse(String(json.draft)), { family_name: 'Meier', degree: { name: 'CS' } });
  assert.deepEqual(otherView(json)?.draft, { family_name: 'Meier', degree: { name: 'CS' } });
  assert.equal(otherView({ ...json, draft: '{' }), undefined);
  assert.deepEqual(offerRequest({ ...json, draft: '{' }).mistakes, [{ pointer: '', rule: 'json' }]);
});

test('where a webhook or a sign-in gives the claims, none are sent by default, and the person is authorized', () => {
  const webhook = newOffer({ ...diploma, presentation_during_issuance: { webhook: 'https://b.example' } });
  assert.deepEqual([webhook.ownClaims, webhook.flow], [false, 'authorization_code']);
  const signIn = newOffer({ ...diploma, sign_in: true });
  assert.deepEqual([signIn.ownClaims, signIn.flow], [false, 'authorization_code']);
  const presented = newOffer({ ...diploma, presentation_during_issuance: {} });
  assert.deepEqual([presented.ownClaims, presented.flow], [true, 'authorization_code']);
});
