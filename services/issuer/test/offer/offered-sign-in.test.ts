import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demandsSignIn, keptSignIn, personContext, signInFindings } from '../../src/offer/offered-sign-in.ts';
import { openIssuer } from '../world.ts';

const plain = [{}];
const person = { email: 'erika@example.org' };
const pointers = (...[given]: Parameters<typeof signInFindings>) => signInFindings(given).map(({ pointer }) => pointer);

test('a configuration or a person demands a sign-in', () => {
  assert.equal(demandsSignIn({ body: {}, configurations: plain }), false);
  assert.equal(demandsSignIn({ body: {}, configurations: [{}, { signIn: true }] }), true);
  assert.equal(demandsSignIn({ body: { person }, configurations: plain }), true);
  assert.equal(demandsSignIn({ body: { person: {} }, configurations: plain }), false, 'an empty object is as none');
});

test('it needs a provider and the flow through a browser, and excludes a presentation', () => {
  assert.deepEqual(pointers({ body: {}, configurations: plain, hasProvider: false }), []);
  assert.deepEqual(pointers({ body: { person }, configurations: plain, hasProvider: true }), []);
  assert.deepEqual(pointers({ body: { person }, configurations: plain, hasProvider: false }), ['/person']);
  const preAuthorized = { person, flow: 'pre_authorized_code' } as const;
  assert.deepEqual(pointers({ body: preAuthorized, configurations: plain, hasProvider: true }), ['/flow']);
  const presenting = [{ signIn: true as const }, { presentationDuringIssuance: 'login' }];
  assert.deepEqual(pointers({ body: {}, configurations: presenting, hasProvider: true }), [
    '/credentialConfigurationIds',
  ]);
});

test('the session keeps the demand, and the person sealed', async (t) => {
  const { platform } = await openIssuer(t);
  const vault = await platform.vaults.of('default');
  assert.deepEqual(keptSignIn(vault, 's', { body: {}, configurations: plain }), {});
  assert.deepEqual(keptSignIn(vault, 's', { body: {}, configurations: [{ signIn: true }] }), { signIn: {} });
  const { signIn } = keptSignIn(vault, 's', { body: { person }, configurations: plain });
  assert.deepEqual(JSON.parse(vault.open(signIn?.sealedPerson ?? '', personContext('s'))), person);
});
