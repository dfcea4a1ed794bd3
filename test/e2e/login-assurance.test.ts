/** What the plan of OpenID Connect for Identity Assurance 1.0 asks for, one case after the other. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import type * as client from 'openid-client';
import { type Application, openApplication, shop, signIn, startLogins } from '../support/login.ts';
import type { TestServer } from '../support/server.ts';

describe('verified claims', () => {
  let server: TestServer;
  let application: Application;
  let erika: HeldCredential;
  before(async () => {
    ({ server, erika } = await startLogins());
    const verified = { trust_framework: 'eidas', assurance_level: 'high' };
    server.writeConfig('login/assured.json', shop({ verified, require_pkce: false }));
    application = await openApplication({ issuer: `${server.url}/login`, id: 'assured' });
  });
  after(() => server.close());

  interface Evidence {
    readonly record: { readonly source: { readonly name: string } };
    readonly check_details: readonly { readonly check_method: string }[];
  }

  interface Got {
    readonly idToken: client.IDToken;
    readonly userinfo: client.UserInfoResponse;
  }

  const got = async (claims: object): Promise<Got> => {
    const begun = await application.begin({ scope: 'openid', claims: JSON.stringify(claims) });
    const tokens = await application.redeem(begun, await signIn(erika, begun));
    const idToken = tokens.claims();
    assert.ok(idToken !== undefined);
    return { idToken, userinfo: await application.userinfo(tokens.access_token) };
  };
  const asked = (claims: object, verification: object = { trust_framework: null }): object => ({
    verified_claims: { verification, claims },
  });
  const answer = (claims: object, verification: object = { trust_framework: 'eidas' }): object => ({
    verification,
    claims,
  });

  it('are announced', async () => {
    const metadata = (await (await server.request('/login/.well-known/openid-configuration')).json()) as object;
    const announced = {
      claims_parameter_supported: true,
      verified_claims_supported: true,
      trust_frameworks_supported: ['eidas'],
      evidence_supported: ['electronic_record'],
      electronic_records_supported: ['verifiable_credential'],
      claims_in_verified_claims_supported: ['given_name', 'family_name', 'birthdate', 'address'],
    };
    assert.deepEqual({ ...metadata, ...announced }, metadata);
  });

  for (const [name, condition] of [
    ['null', null],
    ['an empty object', {}],
    ['essential: false', { essential: false }],
    ['essential: true', { essential: true }],
  ] as const) {
    it(`are answered in both places for ${name}`, async () => {
      const request = asked({ given_name: condition });
      const { idToken, userinfo } = await got({ userinfo: request, id_token: request });
      assert.deepEqual(userinfo.verified_claims, answer({ given_name: 'Erika' }));
      assert.deepEqual(idToken.verified_claims, answer({ given_name: 'Erika' }));
      assert.equal(userinfo.given_name, undefined, 'it was not asked for outside');
      assert.equal(idToken.given_name, undefined);
    });
  }

  it('leave an unknown claim out, an essential one and one with special characters too', async () => {
    for (const unknown of [{ x: null }, { x: { essential: true } }, { 'claim%1/a&,.b': null }]) {
      const { userinfo } = await got({ userinfo: asked({ given_name: null, ...unknown }) });
      assert.deepEqual(userinfo.verified_claims, answer({ given_name: 'Erika' }));
    }
  });

  it('are left out if the only claim has another value, and that claim if there are others', async () => {
    const other = { given_name: { value: 'f5c7b8a2' } };
    const { idToken, userinfo } = await got({ userinfo: asked(other), id_token: asked(other) });
    assert.equal(userinfo.verified_claims, undefined);
    assert.equal(idToken.verified_claims, undefined);
    const { userinfo: both } = await got({ userinfo: asked({ ...other, family_name: null }) });
    assert.deepEqual(both.verified_claims, answer({ family_name: 'Mustermann' }));
  });

  it('are in the place that asked for them', async () => {
    const inIdToken = await got({ id_token: asked({ given_name: null }) });
    assert.equal(inIdToken.userinfo.verified_claims, undefined);
    assert.deepEqual(inIdToken.idToken.verified_claims, answer({ given_name: 'Erika' }));
    const inUserinfo = await got({ userinfo: asked({ given_name: null }) });
    assert.equal(inUserinfo.idToken.verified_claims, undefined);
    assert.deepEqual(inUserinfo.userinfo.verified_claims, answer({ given_name: 'Erika' }));
  });

  it('come beside claims that are not verified, and with more of the verification', async () => {
    const verification = { trust_framework: { value: 'eidas' }, assurance_level: null, evidence: [{ type: null }] };
    const { userinfo } = await got({ userinfo: { birthdate: null, ...asked({ address: null }, verification) } });
    assert.equal(userinfo.birthdate, '1964-08-12');
    assert.equal(userinfo.given_name, undefined);
    // The PID of these tests has no place of birth.
    assert.equal(userinfo.verified_claims, undefined);
    const { userinfo: named } = await got({ userinfo: asked({ family_name: null }, verification) });
    assert.deepEqual(
      named.verified_claims,
      answer(
        { family_name: 'Mustermann' },
        { trust_framework: 'eidas', assurance_level: 'high', evidence: [{ type: 'electronic_record' }] },
      ),
    );
  });

  it('of another framework, or verified too long ago, are left out', async () => {
    for (const verification of [
      { trust_framework: { value: 'de_aml' } },
      { trust_framework: null, time: { max_age: -1 } },
      { trust_framework: null, evidence: [{ type: { value: 'document' } }] },
      { trust_framework: null, evidence: [{ type: null, record: { source: { name: { value: 'another issuer' } } } }] },
    ]) {
      const { userinfo } = await got({ userinfo: asked({ given_name: null }, verification) });
      assert.equal(userinfo.verified_claims, undefined, JSON.stringify(verification));
    }
  });

  it("have the credential's issuer as evidence", async () => {
    const issuer = { type: { value: 'electronic_record' }, record: { source: null }, check_details: null };
    const verification = { trust_framework: null, evidence: [issuer] };
    const { userinfo } = await got({ userinfo: asked({ given_name: null }, verification) });
    const { evidence = [] } = (userinfo.verified_claims as unknown as { verification: { evidence?: Evidence[] } })
      .verification;
    assert.equal(evidence.length, 1);
    assert.match(String(evidence[0]?.record.source.name), /\S/);
    assert.equal(evidence[0]?.check_details[0]?.check_method, 'vcrypt');
  });

  it('are answered as a list if several are asked for, without those that are not met', async () => {
    const one = { verification: { trust_framework: null }, claims: { given_name: null } };
    const other = { verification: { trust_framework: { value: 'de_aml' } }, claims: { family_name: null } };
    const { userinfo } = await got({ userinfo: { verified_claims: [one, other] } });
    assert.deepEqual(userinfo.verified_claims, [answer({ given_name: 'Erika' })]);
  });
});
