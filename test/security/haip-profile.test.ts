/**
 * An open tenant and one with the profile haip in one installation, in both variants: each requirement of HAIP 1.0, 4
 * and 5, and the neighbour, which still follows the installation's loose settings.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createWalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { assertRefused, type MadeOffer } from '../support/flows.ts';
import { ATTESTED, tenantFiles } from '../support/haip.ts';
import { offerOf, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const CALLBACK = 'https://one.example/callback';
const client = newWalletKey();
const CLIENTS = {
  clients: [{ client_id: 'one', redirect_uris: [CALLBACK], jwks: { keys: [{ ...client.publicJwk, kid: 'k' }] } }],
};
/** What the settings allow, and only for the open tenant. */
const LOOSE = {
  CODE_TTL: '600',
  PAR: 'optional',
  DPOP: 'optional',
  WALLET_DIALECT: 'interface',
  CLIENT_ID_PREFIX: 'x509_san_dns',
};

/** Milliseconds that the clock of server and wallets is ahead. */
let skew = 0;
const clock = (): number => Date.now() + skew;
const provider = await createWalletProvider({ clock });
let server: TestServer;
before(async () => {
  server = await startSampleServer({ env: LOOSE, clock });
});
after(() => server.close());

for (const [index, shape] of shapes.entries()) {
  const neighbour = shapes[1 - index] ?? assert.fail();
  describe(`profile haip, ${shape.name}, beside an open tenant`, () => {
    beforeEach(() => {
      for (const { folder } of shapes) {
        rmSync(join(server.configFolder, folder, 'trust'), { recursive: true, force: true });
        const attested = tenantFiles({ profile: 'open', samples: 'plain', caPem: provider.caPem });
        server.writeConfig(`${folder}issuance/${ATTESTED}.json`, attested[`issuance/${ATTESTED}.json`]);
        server.writeConfig(`${folder}wallets.json`, CLIENTS);
        server.writeConfig(`${folder}tenant.json`, { profile: 'open' });
      }
      harden();
    });
    const harden = (): void => {
      const files = tenantFiles({ profile: 'haip', samples: 'attested', caPem: provider.caPem });
      for (const [path, content] of Object.entries(files)) server.writeConfig(shape.folder + path, content);
    };
    const soften = (): void => server.writeConfig(`${shape.folder}tenant.json`, { profile: 'open' });

    const proves = (of: Shape): Record<string, string> => {
      const iat = Math.floor(clock() / 1000);
      const claims = { iss: 'one', sub: 'one', aud: of.issuer(server), jti: randomUUID(), iat, exp: iat + 60 };
      return {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: signCompact({ typ: 'JWT', alg: 'ES256', kid: 'k' }, claims, client.privateKey),
      };
    };
    const offered = (of: Shape, body: object = {}): Promise<MadeOffer> =>
      offerOf(server, of, { credentialConfigurationIds: [ATTESTED], ...body });
    const begin = async (of: Shape, body: object = {}, options: object = {}) => {
      const wallet = new Wallet({
        issuer: of.issuer(server),
        clientId: 'one',
        redirectUri: CALLBACK,
        clock,
        ...options,
      });
      return { wallet, offer: await wallet.offer((await offered(of, body)).uri) };
    };
    const PUBLIC = { clientId: 'public-wallet', redirectUri: 'https://wallet.example/callback' };
    const PRE_AUTHORIZED = { flow: 'pre_authorized_code' };
    const metadata = async (of: Shape, name: string): Promise<Answer['json']> =>
      (
        await read(
          await server.request(`${new URL(of.issuer(server)).pathname}/.well-known/${name}`.replace('//', '/')),
        )
      ).json;

    /** A valid credential request with an attestation of its key. */
    const credentialRequest = async (wallet: Wallet): Promise<object> => {
      const attestation = provider.keyAttestation({ keys: [newWalletKey().publicJwk], nonce: await wallet.nonce() });
      return { credential_configuration_id: ATTESTED, proofs: { attestation: [attestation] } };
    };

    it('has metadata that says what holds for it', async () => {
      const [own, other] = [shape, neighbour].map((of) => metadata(of, 'oauth-authorization-server'));
      const [haip, open] = [await own, await other];
      assert.equal(haip.require_pushed_authorization_requests, true);
      assert.ok(!haip.token_endpoint_auth_methods_supported.includes('none'));
      assert.equal(haip['pre-authorized_grant_anonymous_access_supported'], false);
      assert.equal(open.require_pushed_authorization_requests, false);
      assert.ok(open.token_endpoint_auth_methods_supported.includes('none'));
      assert.equal(open['pre-authorized_grant_anonymous_access_supported'], true);
      const [issuer, openIssuer] = await Promise.all(
        [shape, neighbour].map((of) => metadata(of, 'openid-credential-issuer')),
      );
      assert.ok(issuer.nonce_endpoint !== undefined && issuer.authorization_server === undefined);
      assert.ok(openIssuer.authorization_server !== undefined, 'WALLET_DIALECT=interface');
      const configurations = Object.values<Answer['json']>(issuer.credential_configurations_supported);
      const scopes = configurations.map(({ scope }) => scope);
      assert.ok(scopes.length > 1 && scopes.every((scope) => typeof scope === 'string'));
      assert.equal(new Set(scopes).size, scopes.length);
      for (const { display, proof_types_supported: types } of configurations) {
        assert.equal(display, undefined);
        for (const type of Object.values<Answer['json']>(types))
          assert.ok(type.key_attestations_required !== undefined);
      }
    });

    it('refuses an authorization request that was not pushed', async () => {
      for (const [of, status] of [
        [shape, 400],
        [neighbour, 302],
      ] as const) {
        const { wallet, offer } = await begin(of, {}, PUBLIC);
        const query = new URLSearchParams(wallet.authorizationParameters(offer));
        const answer = await fetch(`${wallet.issuer}/authorize?${query}`, { redirect: 'manual' });
        assert.equal(answer.status, status, of.name);
      }
    });

    it('refuses a client that does not authenticate, at PAR, challenge and token', async () => {
      const { wallet, offer } = await begin(shape, {}, PUBLIC);
      for (const path of ['/authorize/par', '/authorize/challenge']) {
        const answer = await wallet.form(path, wallet.authorizationParameters(offer));
        assertRefused(answer, 400, 'invalid_client');
      }
      const known = await begin(shape);
      const code = await known.wallet.code(known.offer, proves(shape));
      assertRefused(await known.wallet.token(known.wallet.codeParameters(code)), 400, 'invalid_client');
      const open = await begin(neighbour, {}, PUBLIC);
      assert.equal((await open.wallet.redeem(open.offer)).status, 200);
    });

    it('allows no anonymous access by a pre-authorized code', async () => {
      const { wallet, offer } = await begin(shape, PRE_AUTHORIZED);
      assertRefused(await wallet.token(wallet.preAuthorizedParameters(offer)), 400, 'invalid_client');
      const token = await wallet.token({ ...wallet.preAuthorizedParameters(offer), ...proves(shape) });
      assert.equal(token.status, 200, token.text);
      const open = await begin(neighbour, PRE_AUTHORIZED);
      assert.equal((await open.wallet.token(open.wallet.preAuthorizedParameters(open.offer))).status, 200);
    });

    it('issues no token without DPoP, and does not spend the code', async () => {
      const { wallet, offer } = await begin(shape);
      const code = await wallet.code(offer, proves(shape));
      const bearer = new Wallet({ issuer: wallet.issuer, dpop: false, clock });
      const parameters = () => wallet.codeParameters(code, proves(shape));
      assertRefused(await bearer.token(parameters()), 400, 'invalid_dpop_proof');
      const token = await wallet.token(parameters());
      assert.deepEqual([token.status, token.json.token_type], [200, 'DPoP']);
      const open = await begin(neighbour, PRE_AUTHORIZED, { ...PUBLIC, dpop: false });
      const unbound = await open.wallet.token(open.wallet.preAuthorizedParameters(open.offer));
      assert.equal(unbound.json.token_type, 'Bearer');
    });

    it('takes no code that is older than a minute, whatever CODE_TTL says', async () => {
      const issued = await begin(shape);
      const code = await issued.wallet.code(issued.offer, proves(shape));
      const open = await begin(neighbour);
      const slow = await open.wallet.code(open.offer, proves(neighbour));
      skew += 61_000;
      const late = await issued.wallet.token(issued.wallet.codeParameters(code, proves(shape)));
      assertRefused(late, 400, 'invalid_grant');
      assert.equal((await open.wallet.token(open.wallet.codeParameters(slow, proves(neighbour)))).status, 200);
    });

    it('refuses a Bearer token of the time before the profile, at every resource endpoint', async () => {
      soften();
      const { wallet, offer } = await begin(shape, PRE_AUTHORIZED, { ...PUBLIC, dpop: false });
      const { json } = await wallet.token(wallet.preAuthorizedParameters(offer));
      assert.equal(json.token_type, 'Bearer');
      const request = await credentialRequest(wallet);
      harden();
      for (const [path, body] of [
        ['/vci/credential', request],
        ['/vci/deferred', { transaction_id: 'x' }],
        ['/vci/notification', { notification_id: 'x', event: 'credential_accepted' }],
      ] as const) {
        const answer = await wallet.resource(path, json.access_token, body);
        assertRefused(answer, 401, 'invalid_token');
        assert.match(answer.headers.get('www-authenticate') ?? '', /^DPoP /);
      }
      soften();
      assert.equal((await wallet.credential(json.access_token, request)).status, 201, 'it is good for an open tenant');
    });

    it('answers in the standard dialect: 200, no nonce beside the credential', async () => {
      for (const [of, status] of [
        [shape, 200],
        [neighbour, 201],
      ] as const) {
        server.writeConfig(`${of.folder}trust/wallet-providers/provider.pem`, provider.caPem);
        const { wallet, offer } = await begin(of, PRE_AUTHORIZED);
        const { json } = await wallet.token({ ...wallet.preAuthorizedParameters(offer), ...proves(of) });
        const answer = await wallet.credential(json.access_token, await credentialRequest(wallet));
        assert.equal(answer.status, status, answer.text);
        assert.equal('c_nonce' in answer.json, status === 201);
      }
    });

    it('names the verifier by the hash of its certificate', async () => {
      for (const [of, prefix] of [
        [shape, 'x509_hash:'],
        [neighbour, 'x509_san_dns:'],
      ] as const) {
        const path = of.tenant === 'default' ? '/oid4vp' : '/presentation-management/request';
        const body = { response_type: 'uri', requestId: 'name-check', redirectUri: 'https://shop.example/back' };
        const made = await read(await of.call(server, path, { method: 'POST', body: JSON.stringify(body) }));
        assert.equal(made.status, 201, made.text);
        const clientId = new URL(made.json.uri).searchParams.get('client_id') ?? '';
        assert.ok(clientId.startsWith(prefix), clientId);
      }
    });

    it('has one configuration of a type, because a type has one scope', async () => {
      const path = '/issuer-management';
      const config = { format: 'dc+sd-jwt', vct: 'urn:example:one' };
      const put = async (id: string): Promise<Answer> => {
        const body = JSON.stringify({
          id,
          config,
          claims: {},
          disclosureFrame: {},
          schema: { properties: {}, required: [] },
        });
        return read(await shape.call(server, path, { method: 'POST', body }));
      };
      assert.equal((await put('first')).status, 201);
      const second = await put('second');
      assert.equal(second.status, 400, second.text);
      assert.deepEqual(
        second.json.errors.map(({ pointer }: { pointer: string }) => pointer),
        ['/config/vct'],
      );
      soften();
      assert.equal((await put('second')).status, 201);
      for (const id of ['first', 'second']) await shape.call(server, `${path}/${id}`, { method: 'DELETE' });
    });

    it('accepts the batch of a reuse policy that is larger than BATCH_SIZE, and refuses a policy that wallets would not take', async () => {
      const files = tenantFiles({ profile: 'haip', samples: 'attested', caPem: provider.caPem });
      const written = files[`issuance/${ATTESTED}.json`] as { readonly config: object };
      const policyOf = (batch_size: number) => ({
        id: 'arf_annex_ii',
        options: [{ details: ['once_only'], batch_size, reissue_trigger_unused: 2 }],
      });
      const withPolicy = (policy: object): object => ({
        ...written,
        config: { ...written.config, credential_metadata: { credential_reuse_policy: policy } },
      });
      const issued = async (): Promise<number> => {
        const { wallet, offer } = await begin(shape, PRE_AUTHORIZED);
        const { json } = await wallet.token({ ...wallet.preAuthorizedParameters(offer), ...proves(shape) });
        const keys = Array.from({ length: 12 }, () => newWalletKey().publicJwk);
        const attestation = provider.keyAttestation({ keys, nonce: await wallet.nonce() });
        const request = { credential_configuration_id: ATTESTED, proofs: { attestation: [attestation] } };
        const answer = await wallet.credential(json.access_token, request);
        assert.equal(answer.status, 200, answer.text);
        return answer.json.credentials.length;
      };
      assert.equal(await issued(), 10);
      server.writeConfig(`${shape.folder}issuance/${ATTESTED}.json`, withPolicy(policyOf(12)));
      assert.equal(await issued(), 12);
      const { credential_configurations_supported: all } = await metadata(shape, 'openid-credential-issuer');
      assert.deepEqual(all[ATTESTED].credential_metadata.credential_reuse_policy, policyOf(12));
      const body = JSON.stringify({
        id: 'other',
        ...withPolicy(policyOf(1)),
        schema: { properties: {}, required: [] },
      });
      const refused = await read(await shape.call(server, '/issuer-management', { method: 'POST', body }));
      assert.equal(refused.status, 400, refused.text);
      const pointers = refused.json.errors.map(({ pointer }: { pointer: string }) => pointer);
      const option = '/config/credential_metadata/credential_reuse_policy/options/0';
      assert.ok(pointers.includes(`${option}/batch_size`), refused.text);
    });

    it('is not served where no wallet provider is trusted; the log names the part, and its neighbour is served', async () => {
      rmSync(join(server.configFolder, shape.folder, 'trust'), { recursive: true });
      const issuer = shape.issuer(server);
      const wallet = new Wallet({ issuer, clientId: 'one', clock });
      const before = server.lines.length;
      for (const path of ['/.well-known/openid-credential-issuer', '/.well-known/oauth-authorization-server']) {
        const { status, json } = await read(await fetch(issuer + path));
        assert.equal(status, 500, path);
        assert.match(JSON.stringify(json), /server_error/);
      }
      for (const path of ['/authorize/par', '/authorize/token', '/authorize/challenge']) {
        const answer = await wallet.form(path, { ...proves(shape), grant_type: 'authorization_code' });
        assert.deepEqual([answer.status, answer.json.error], [500, 'server_error'], path);
      }
      const offer = JSON.stringify({ response_type: 'uri', credentialConfigurationIds: [ATTESTED] });
      assert.equal((await shape.call(server, shape.offer, { method: 'POST', body: offer })).status, 500);
      const named = server.lines.slice(before).filter((line) => line.includes('trust/wallet-providers'));
      assert.equal(named.length, 1);
      assert.match(named[0] ?? '', new RegExp(`"tenant":"${shape.tenant}"`));
      const open = await begin(neighbour, PRE_AUTHORIZED, PUBLIC);
      assert.equal((await open.wallet.redeem(open.offer)).status, 200);
    });

    it('does not fall open where its file is broken', async () => {
      const { wallet, offer } = await begin(shape, PRE_AUTHORIZED);
      for (const broken of ['{"profil":"haip"}', '{"profile":"HAIP"}', '{', '']) {
        server.writeConfig(`${shape.folder}tenant.json`, broken);
        const answer = await wallet.token({ ...wallet.preAuthorizedParameters(offer), ...proves(shape) });
        assert.deepEqual([answer.status, answer.json.error], [500, 'server_error'], broken);
        assert.equal((await fetch(`${wallet.issuer}/.well-known/openid-credential-issuer`)).status, 500);
      }
      harden();
      const answer = await wallet.token({ ...wallet.preAuthorizedParameters(offer), ...proves(shape) });
      assert.equal(answer.status, 200, answer.text);
    });
  });
}
