import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { sealedPersonClaims } from '../../src/authorize/signed-in-person.ts';
import { signedInContext } from '../../src/claims/offered-issuance.ts';
import { personContext } from '../../src/offer/offered-sign-in.ts';
import type { SignInAnswer } from '../../src/sign-in/sign-in-client.ts';
import { sessionWith } from '../order-of-refusals/known.ts';
import { given, progresses } from '../session/issuance-given.ts';
import { openIssuer, refusal } from '../world.ts';

const answer = { attempt: {} as never, state: 's' };

/** Signs in on an offer for `person`, at a provider with these claims and this map. */
async function signIn(
  t: TestContext,
  options: { readonly map?: JsonObject; readonly claims?: JsonObject; readonly person?: JsonObject },
) {
  const { map = {}, claims = {}, person } = options;
  const { platform, dependencies, configFolder, request } = await openIssuer(t);
  writeFileSync(
    join(configFolder, 'issuance', 'pid.json'),
    JSON.stringify({
      config: { format: 'dc+sd-jwt' },
      claims: {},
      disclosureFrame: {},
      schema: { properties: { given_name: { type: 'string' } }, required: ['given_name'] },
    }),
  );
  const asked: SignInAnswer[] = [];
  const provider = {
    version: '1',
    settings: { issuer: 'https://login.example', clientId: 'c', scope: 'openid', claims: map },
  };
  const signInParts = {
    ...dependencies.signIn,
    providers: { ...dependencies.signIn.providers, of: async () => provider as never },
    client: {
      ...dependencies.signIn.client,
      finish: async (_: unknown, given: SignInAnswer) => {
        asked.push(given);
        return claims;
      },
    },
  };
  const vault = await platform.vaults.of('default');
  const kept = vault.seal('{}', 'session/s/request');
  const sealedPerson = person && vault.seal(JSON.stringify(person), personContext('s'));
  const progress = { ...progresses.pushed, request: { ...progresses.pushed.request, configurationIds: ['pid'] } };
  const part = given('pushed', { progress, sealedRequest: kept, signIn: sealedPerson ? { sealedPerson } : {} });
  const session = { ...sessionWith(part), tenant: 'default' };
  const sealed = await sealedPersonClaims({ ...dependencies, signIn: signInParts }, request({}), session, answer);
  return { asked, claims: sealed && JSON.parse(vault.open(sealed, signedInContext('s'))) };
}

test('claims are mapped and sealed', async (t) => {
  const signed = await signIn(t, { map: { given_name: 'first' }, claims: { first: 'Erika', last: 'M' } });
  assert.deepEqual(signed.claims, { given_name: 'Erika' });
});

test('the claims of the person are asked for too', async (t) => {
  const options = { map: { given_name: 'first' }, claims: { first: 'Erika', mail: 'e' }, person: { mail: 'e' } };
  assert.deepEqual((await signIn(t, options)).asked[0]?.needed, ['first', 'mail']);
});

test('another person, and one without the claims of the credential, are refused', async (t) => {
  const other = signIn(t, { map: { given_name: 'first' }, claims: { first: 'Bob', mail: 'b' }, person: { mail: 'e' } });
  assert.equal((await refusal(other)).code, 'access_denied');
  assert.equal((await refusal(signIn(t, { map: { given_name: 'first' }, claims: {} }))).code, 'access_denied');
  const wrongType = signIn(t, { map: { given_name: 'first' }, claims: { first: 1 } });
  assert.equal((await refusal(wrongType)).code, 'access_denied');
});

test('the reason names the configuration and the claim that is missing, and no value', async (t) => {
  const lacking = () => signIn(t, { map: { given_name: 'first' }, claims: { last: 'Mustermann' } });
  const { reason, facts } = await refusalOf(lacking);
  assert.deepEqual([reason, facts?.configurationId], ['sign_in_claims', 'pid']);
  assert.deepEqual(facts?.paths, ['["given_name"]']);
  assert.ok(!JSON.stringify(facts).includes('Mustermann'));
});
