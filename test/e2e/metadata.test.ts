/**
 * The well-known documents, which wallets read first (OpenID4VCI 1.0, 12.2; RFC 8414; SD-JWT VC, 4), in both variants.
 */
import assert from 'node:assert/strict';
import { request as rawRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { setGlobalConfig, zAuthorizationServerMetadata, zJwkSet } from '@openid4vc/oauth2';
import { Openid4vciClient } from '@openid4vc/openid4vci';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

setGlobalConfig({ allowInsecureUrls: true });

const DOCUMENTS = ['openid-credential-issuer', 'oauth-authorization-server', 'jwt-vc-issuer'] as const;
const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
/** All members that issuer metadata may have here: it must not list anything that is not built. */
const ISSUER_MEMBERS = [
  'authorization_server',
  'authorization_servers',
  'batch_credential_issuance',
  'credential_configurations_supported',
  'credential_endpoint',
  'credential_issuer',
  'credential_request_encryption',
  'credential_response_encryption',
  'deferred_credential_endpoint',
  'display',
  'nonce_endpoint',
  'notification_endpoint',
];
const CONFIGURATION_MEMBERS = [
  'credential_metadata',
  'credential_signing_alg_values_supported',
  'cryptographic_binding_methods_supported',
  'display',
  'format',
  'proof_types_supported',
  'scope',
];
/** Doctypes of the samples that are mdocs. */
const DOCTYPES: Readonly<Record<string, string>> = {
  mdl: 'org.iso.18013.5.1.mDL',
  'pid-mdoc': 'eu.europa.ec.eudi.pid.1',
};

describe('metadata', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer();
  });
  after(() => server.close());

  const get = async (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    read(await server.request(path, { headers }));

  interface Tenant {
    readonly inserted: string;
    readonly prefix: string;
    readonly ids: readonly string[];
    readonly issuer: () => string;
  }
  const ids = ['diploma', 'member', 'pid'];
  const tenants: Record<string, Tenant> = {
    default: {
      inserted: '',
      prefix: '',
      ids: ['diploma', 'eu-pid', 'mdl', 'member', 'pid', 'pid-mdoc'],
      issuer: () => server.url,
    },
    root: { inserted: '/root', prefix: '/root', ids, issuer: () => `${server.url}/root` },
  };

  for (const [tenant, { inserted, prefix, ids, issuer }] of Object.entries(tenants)) {
    describe(`of tenant ${tenant}`, () => {
      it('answers the inserted and the appended form alike', async () => {
        for (const name of DOCUMENTS) {
          const first = await get(`/.well-known/${name}${inserted}`);
          const second = await get(`${prefix}/.well-known/${name}`);
          assert.equal(first.text, second.text);
          for (const { headers } of [first, second]) {
            const seen = ['content-type', 'access-control-allow-origin'].map((header) => headers.get(header));
            assert.deepEqual(seen, ['application/json', '*']);
          }
          const json = await get(`/.well-known/${name}${inserted}`, {
            accept: 'application/jwt;q=0.9, application/json',
          });
          assert.deepEqual([json.status, json.text], [200, first.text]);
          // Only issuer metadata has a signed form. Elsewhere a wallet that prefers it gets JSON.
          const signed = await get(`/.well-known/${name}${inserted}`, { accept: 'application/jwt, application/json' });
          const isSigned = name === 'openid-credential-issuer';
          assert.deepEqual([signed.status, signed.text === first.text], [200, !isSigned]);
        }
      });

      it('is accepted by a wallet library that looks for it by itself', async () => {
        const callbacks = { fetch } as unknown as ConstructorParameters<typeof Openid4vciClient>[0]['callbacks'];
        const found = await new Openid4vciClient({ callbacks }).resolveIssuerMetadata(issuer());
        assert.equal(found.originalDraftVersion, 'V1');
        assert.equal(found.credentialIssuer.credential_issuer, issuer());
        assert.deepEqual(Object.keys(found.knownCredentialConfigurations).sort(), ids);
        assert.deepEqual(
          found.authorizationServers.map((authorizationServer) => authorizationServer.issuer),
          [issuer()],
        );
      });

      it('names the issuer exactly and only what is built', async () => {
        const { json } = await get(`/.well-known/openid-credential-issuer${inserted}`);
        assert.deepEqual(Object.keys(json).sort(), ISSUER_MEMBERS);
        assert.equal(json.credential_issuer, issuer());
        assert.deepEqual(json.authorization_servers, [issuer()]);
        assert.equal(json.credential_endpoint, `${issuer()}/vci/credential`);
        assert.equal(json.nonce_endpoint, `${issuer()}/vci/nonce`);
        assert.equal(json.deferred_credential_endpoint, `${issuer()}/vci/deferred`);
        assert.equal(json.notification_endpoint, `${issuer()}/vci/notification`);
        assert.ok(Number.isInteger(json.batch_credential_issuance.batch_size));
        assert.ok(json.batch_credential_issuance.batch_size >= 2);
        assert.ok(!JSON.stringify(json).includes('<PUBLIC_URL>'));
      });

      it('describes each configuration completely', async () => {
        const { json } = await get(`/.well-known/openid-credential-issuer${inserted}`);
        const { scopes_supported: scopes } = (await get(`/.well-known/oauth-authorization-server${inserted}`)).json;
        const locales = (display: { locale: string }[]): void => {
          const given = display.map(({ locale }) => locale);
          assert.equal(new Set(given).size, given.length);
          assert.deepEqual(given, Intl.getCanonicalLocales(given));
        };
        locales(json.display);
        const all = Object.entries<Record<string, unknown>>(json.credential_configurations_supported);
        assert.deepEqual(
          all.map(([id]) => id),
          ids,
        );
        for (const [id, configuration] of all) {
          const type = DOCTYPES[id] === undefined ? 'vct' : 'doctype';
          assert.deepEqual(Object.keys(configuration).sort(), [...CONFIGURATION_MEMBERS, type].sort());
          const { display, credential_metadata: shown, ...rest } = configuration;
          assert.deepEqual(rest, {
            ...(DOCTYPES[id] === undefined
              ? {
                  format: 'dc+sd-jwt',
                  vct: id === 'eu-pid' ? 'urn:eudi:pid:1' : `${issuer()}/credentials/vct/${id}`,
                  credential_signing_alg_values_supported: ['ES256'],
                  cryptographic_binding_methods_supported: ['jwk'],
                }
              : {
                  format: 'mso_mdoc',
                  doctype: DOCTYPES[id],
                  credential_signing_alg_values_supported: [-7, -9],
                  cryptographic_binding_methods_supported: ['cose_key', 'jwk'],
                }),
            scope: id,
            proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
          });
          assert.ok(scopes.includes(id));
          assert.deepEqual((shown as { display: unknown }).display, display);
          locales(display as { locale: string }[]);
          for (const { logo, background_image: background } of display as Record<string, Record<string, string>>[]) {
            for (const image of [logo, background]) {
              assert.equal(image?.uri, image?.url);
              assert.equal((await fetch(image?.uri ?? '')).status, 200);
            }
          }
        }
      });

      it('describes of the authorization server what a wallet needs', async () => {
        const { json } = await get(`/.well-known/oauth-authorization-server${inserted}`);
        assert.ok(zAuthorizationServerMetadata.safeParse(json).success);
        assert.deepEqual(json, {
          issuer: issuer(),
          authorization_endpoint: `${issuer()}/authorize`,
          token_endpoint: `${issuer()}/authorize/token`,
          jwks_uri: `${issuer()}/.well-known/jwks.json`,
          pushed_authorization_request_endpoint: `${issuer()}/authorize/par`,
          require_pushed_authorization_requests: true,
          authorization_challenge_endpoint: `${issuer()}/authorize/challenge`,
          response_types_supported: ['code'],
          response_modes_supported: ['query'],
          grant_types_supported: ['authorization_code', PRE_AUTHORIZED],
          scopes_supported: ids,
          token_endpoint_auth_methods_supported: ['none'],
          code_challenge_methods_supported: ['S256'],
          dpop_signing_alg_values_supported: ['ES256'],
          authorization_response_iss_parameter_supported: true,
          authorization_details_types_supported: ['openid_credential'],
          'pre-authorized_grant_anonymous_access_supported': true,
        });
      });

      it('advertises no address that is not there', async () => {
        const documents = await Promise.all(DOCUMENTS.map((name) => get(`/.well-known/${name}${inserted}`)));
        const addresses = new Set(
          documents.flatMap(({ json }) => strings(json)).filter((text) => /^https?:/.test(text)),
        );
        addresses.delete(issuer());
        assert.ok(addresses.size >= 12);
        for (const address of addresses) {
          assert.ok(address.startsWith(issuer()), address);
          assert.notEqual((await fetch(address)).status, 404, address);
        }
      });

      it('publishes public keys only, the same in jwks.json and jwt-vc-issuer', async () => {
        const { json: keys, headers } = await get(`${prefix}/.well-known/jwks.json`);
        assert.equal(headers.get('content-type'), 'application/json');
        assert.ok(zJwkSet.safeParse(keys).success);
        assert.ok(keys.keys.length >= 1);
        for (const key of keys.keys) {
          const { x, y, kid, x5c: _, ...rest } = key;
          assert.deepEqual(rest, { kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256' });
          for (const coordinate of [x, y]) assert.match(coordinate, /^[A-Za-z0-9_-]{43}$/);
          assert.match(kid, /\S/);
        }
        assert.equal(new Set(keys.keys.map(({ kid }: { kid: string }) => kid)).size, keys.keys.length);
        const { json } = await get(`/.well-known/jwt-vc-issuer${inserted}`);
        assert.deepEqual(json, { issuer: issuer(), jwks: keys });
      });

      it('is not sent again to a client that has it, and is sent anew once a configuration changes', async () => {
        for (const name of ['openid-credential-issuer', 'oauth-authorization-server']) {
          const path = `/.well-known/${name}${inserted}`;
          const etag = (await get(path)).headers.get('etag') ?? '';
          assert.match(etag, /^"[^"]+"$/);
          // RFC 9110, 13.1.2: compared weakly, and against each entry of a list.
          for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
            const same = await get(path, { 'if-none-match': known });
            assert.equal(same.status, 304, `${name} ${known}`);
            assert.deepEqual([same.text, same.headers.get('etag')], ['', etag]);
          }
          assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200);
          const file = `${tenant === 'default' ? '' : 'tenants/root/'}issuance/new-${name}.json`;
          const config = { format: 'dc+sd-jwt', scope: `scope-of-${name}` };
          server.writeConfig(file, { config, claims: {}, disclosureFrame: {} });
          const changed = await get(path, { 'if-none-match': etag });
          assert.equal(changed.status, 200);
          assert.match(changed.text, new RegExp(config.scope));
        }
      });
    });
  }

  it('is 404 in JSON for tenants and documents that are not there', async () => {
    for (const tenant of ['unknown', 'default', '__proto__', '..%2froot', 'root%2f..', 'vci', 'x'.repeat(200)]) {
      for (const name of [...DOCUMENTS, 'jwks.json']) {
        for (const path of [`/.well-known/${name}/${tenant}`, `/${tenant}/.well-known/${name}`]) {
          const answer = await get(path);
          assert.equal(answer.status, 404, path);
          assert.equal(answer.json.status, 404, path);
        }
      }
    }
    assert.equal((await get('/.well-known/openid-configuration')).status, 404);
  });

  const odd: Record<string, object> = {
    'display is no array': { display: 'x' },
    'display has no name': { display: [{ locale: 'en' }] },
    'a logo is no object': { display: [{ name: 'x', logo: 5 }] },
    'a locale stands twice': {
      display: [
        { name: 'x', locale: 'en' },
        { name: 'y', locale: 'en' },
      ],
    },
    'claims are no array': { credential_metadata: { claims: 'x' } },
    'the display of credential_metadata is no array': { credential_metadata: { display: 'x' } },
  };
  for (const [name, config] of Object.entries(odd)) {
    it(`stays readable for wallets where ${name} in one configuration`, async () => {
      const content = { config: { format: 'dc+sd-jwt', ...config }, claims: {}, disclosureFrame: {} };
      server.writeConfig('issuance/odd.json', content);
      const { json } = await get('/.well-known/openid-credential-issuer');
      assert.ok(json.credential_configurations_supported.pid);
      assert.equal(json.credential_configurations_supported.odd, undefined);
    });
  }

  it('does not read Host, X-Forwarded-Host or Forwarded', async () => {
    const { port } = new URL(server.origin);
    for (const name of DOCUMENTS) {
      const path = `/.well-known/${name}`;
      const expected = (await get(path)).text;
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
      const text = await new Promise<string>((resolve, reject) => {
        const sent = rawRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
          response.setEncoding('utf8');
          let body = '';
          response.on('data', (chunk: string) => {
            body += chunk;
          });
          response.on('end', () => resolve(body));
        });
        sent.on('error', reject).end();
      });
      assert.equal(text, expected);
    }
  });
});

describe('metadata below a path', () => {
  let server: TestServer;
  const base = 'https://issuer.example/base';
  before(async () => {
    server = await startSampleServer({ env: { PUBLIC_URL: base, PAR: 'optional' } });
  });
  after(() => server.close());

  it('lies at the root of the host with the path behind it, and below the path', async () => {
    for (const [tenant, issuer] of [
      ['', base],
      ['/root', `${base}/root`],
    ]) {
      for (const name of DOCUMENTS) {
        const inserted = await read(await server.request(`/.well-known/${name}/base${tenant}`));
        const appended = await read(await server.request(`/base${tenant}/.well-known/${name}`));
        assert.equal(inserted.status, 200, `${name} ${tenant}`);
        assert.equal(appended.text, inserted.text);
        assert.equal(inserted.json.issuer ?? inserted.json.credential_issuer, issuer);
        assert.ok(strings(inserted.json).every((text) => !/^https?:/.test(text) || text.startsWith(`${issuer}`)));
        assert.equal((await server.request(`/.well-known/${name}${tenant}`)).status, 404);
      }
    }
    const { json } = await read(await server.request('/.well-known/oauth-authorization-server/base'));
    assert.equal(json.require_pushed_authorization_requests, false);
    assert.equal((await server.request('/base/credentials/vct/pid')).status, 200);
    assert.equal((await server.request('/credentials/vct/pid')).status, 404);
  });
});

/** All strings of a document, at any depth. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}
