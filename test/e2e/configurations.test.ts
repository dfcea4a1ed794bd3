/**
 * Credential configurations through the API and as files, in both variants: listed, served and issued exactly as
 * written.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { verifyWithLibrary } from '../support/credential.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const ALGORITHMS = 'credential_signing_alg_values_supported';
const METHODS = 'cryptographic_binding_methods_supported';
const SCHEMA = { type: 'object', properties: { name: { type: 'string' } }, required: ['vct'] };

function configuration(id: string, more: object = {}): Record<string, unknown> {
  return {
    id,
    config: { format: 'dc+sd-jwt' },
    claims: { name: 'static' },
    disclosureFrame: { _sd: ['name'] },
    schema: SCHEMA,
    ...more,
  };
}

const withConfig = (config: object): object => configuration('x', { config: { format: 'dc+sd-jwt', ...config } });

const withDisplay = (entry: object): object => withConfig({ display: [{ name: 'N', ...entry }] });

const fileOf = (more: object = {}): object => {
  const { id: _, ...rest } = configuration('unused', more);
  return rest;
};

interface Shape {
  readonly path: string;
  readonly offerPath: string;
  /** Folder of the tenant's files. */
  readonly folder: string;
  issuer(): string;
  vct(id: string): string;
  call(path: string, init?: RequestInit): Promise<Response>;
}

describe('credential configurations', () => {
  let server: TestServer;
  /** In the past, so that a library with the real clock finds nothing from the future. */
  let now = Date.now() - 120_000;
  before(async () => {
    server = await startSampleServer({ clock: () => now });
  });
  after(() => server.close());

  const shapes: Record<string, Shape> = {
    a: {
      path: '/issuer-managment',
      offerPath: '/vci/offer',
      folder: '',
      issuer: () => server.url,
      vct: (id) => `${server.url}/credentials/vct/${id}`,
      call: (path, init) => server.a(path, init),
    },
    b: {
      path: '/issuer-management',
      offerPath: '/issuer-management/offer',
      folder: 'tenants/root/',
      issuer: () => `${server.url}/root`,
      vct: (id) => `${server.url}/credentials/root/vct/${id}`,
      call: (path, init) => server.b(path, init),
    },
  };

  const remove = (path: string): void => rmSync(join(server.configFolder, path));
  const get = async (path: string): Promise<Answer> => read(await server.request(path));

  for (const [name, shape] of Object.entries(shapes)) {
    const put = async (body: object): Promise<Answer> =>
      read(await shape.call(shape.path, { method: 'POST', body: JSON.stringify(body) }));
    const drop = async (id: string): Promise<Answer> =>
      read(await shape.call(`${shape.path}/${id}`, { method: 'DELETE' }));
    // biome-ignore lint/suspicious/noExplicitAny: entries are looked at field by field
    const entry = async (id: string): Promise<any> =>
      (await read(await shape.call(shape.path))).json.find((item: { id: string }) => item.id === id);
    const supported = async (): Promise<Record<string, Record<string, unknown>>> =>
      (await read(await fetch(`${shape.issuer()}/.well-known/openid-credential-issuer`))).json
        .credential_configurations_supported;
    const offer = async (id: string, more: object = {}): Promise<Answer> => {
      const body = { response_type: 'uri', credentialConfigurationIds: [id], flow: 'pre_authorized_code', ...more };
      return read(await shape.call(shape.offerPath, { method: 'POST', body: JSON.stringify(body) }));
    };
    const issue = async (id: string, more: object = {}): Promise<Readonly<Record<string, unknown>>> => {
      const made = await offer(id, more);
      assert.equal(made.status, 201, made.text);
      const wallet = new Wallet({ issuer: shape.issuer(), clock: () => now });
      const { answer } = await wallet.receive(made.json.uri);
      assert.equal(answer.status, 200, answer.text);
      return (await verifyWithLibrary(answer.json.credentials[0].credential)).claims;
    };

    describe(`shape ${name}`, () => {
      it('replaces on the same id, and issues by the last version', async () => {
        assert.equal((await put(configuration('replaced'))).status, 201);
        assert.equal((await issue('replaced')).name, 'static');
        now += 1000;
        assert.equal((await put(configuration('replaced', { claims: { name: 'second' } }))).status, 201);
        assert.equal((await issue('replaced')).name, 'second');
        assert.equal((await read(await shape.call(shape.path))).text.split('"id":"replaced"').length, 2);
      });

      it('accepts what was read as a write, for a file and for one of the API', async () => {
        const file = await entry('pid');
        assert.equal(file.source, 'file');
        for (const step of ['file', 'api']) {
          const seen = await entry('pid');
          assert.equal(seen.source, step);
          const written = await put({ ...seen, claims: { ...seen.claims, given_name: `from ${step}` } });
          assert.equal(written.status, 201, written.text);
          assert.equal(written.json.source, 'api');
          const { source: _s, claims: _c, updatedAt: _u, createdAt: _a, ...same } = await entry('pid');
          const { source: _s2, claims: _c2, updatedAt: _u2, createdAt: _a2, ...before } = seen;
          assert.deepEqual(same, before);
          assert.equal((await issue('pid')).given_name, `from ${step}`);
        }
        assert.deepEqual((await drop('pid')).json, {});
        assert.deepEqual(await entry('pid'), file);
        assert.equal((await issue('pid')).given_name, 'Erika');
      });

      it('answers 409 to the deletion of a file, 404 to that of what is not there', async () => {
        assert.equal((await drop('pid')).status, 409);
        for (const id of ['nowhere', '__proto__', 'constructor', '..%2fdisplay', '.pid', 'a%00b']) {
          assert.equal((await drop(id)).status, 404, id);
        }
        assert.equal((await put(configuration('short-lived'))).status, 201);
        const answers = await Promise.all([drop('short-lived'), drop('short-lived'), drop('short-lived')]);
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404]);
      });

      it('refuses a configuration that it can not serve, names the place, and stores nothing', async () => {
        const before = (await read(await shape.call(shape.path))).text;
        const cases: [object, string][] = [
          [configuration('__proto__'), '/id'],
          [configuration('.hidden'), '/id'],
          [configuration('x'.repeat(129)), '/id'],
          [configuration('x', { clams: {} }), '/clams'],
          [configuration('x', { config: { format: 'mso_mdoc' } }), '/config/doctype'],
          [configuration('x', { config: { format: 'jwt_vc_json' } }), '/config/credential_definition'],
          [configuration('x', { config: { format: 'ldp_vc' } }), '/config/format'],
          [configuration('x', { config: { format: 'vc+sd-jwt' } }), '/config/format'],
          [withConfig({ scope: 'two words' }), '/config/scope'],
          [withConfig({ vct: 7 }), '/config/vct'],
          [withConfig({ [ALGORITHMS]: ['HS256'] }), `/config/${ALGORITHMS}`],
          [withConfig({ [METHODS]: ['did:web'] }), `/config/${METHODS}`],
          [withConfig({ proof_types_supported: { attestation: {} } }), '/config/proof_types_supported'],
          [configuration('x', { claims: { iss: 'https://evil.example' } }), '/claims/iss'],
          [configuration('x', { claims: { a: [{ _sd: ['x'] }] } }), '/claims/a/0/_sd'],
          [configuration('x', { disclosureFrame: { _sd: ['status'] } }), '/disclosureFrame/_sd/0'],
          [configuration('x', { vct: { vct: 'https://elsewhere.example/type' } }), '/vct/vct'],
          [configuration('x', { lifetime: 3599 }), '/lifetime'],
          [configuration('x', { schema: { ...SCHEMA, properties: { a: { type: 'strin' } } } }), '/schema'],
          [configuration('x', { lifetime: 51 * 365 * 86_400 }), '/lifetime'],
          // An error that would be served.
          [configuration('x', { disclosureFrame: { _sd: ['nam'] } }), '/disclosureFrame/_sd/0'],
          [configuration('x', { claims: { name: 7 } }), '/claims/name'],
          [
            configuration('x', { presentation_during_issuance: { type: 'none' } }),
            '/presentation_during_issuance/type',
          ],
          [withConfig({ scope: 'pid' }), '/config/scope'],
          [withConfig({ scop: 'x' }), '/config/scop'],
          [withDisplay({ text_color: 'red' }), '/config/display/0/text_color'],
          [withDisplay({ backgroundcolor: '#fff' }), '/config/display/0/backgroundcolor'],
          [withDisplay({ logo: { uri: '<PUBLIC_URL>/public/none.svg' } }), '/config/display/0/logo/uri'],
        ];
        for (const [body, pointer] of cases) {
          const answer = await put(body);
          assert.equal(answer.status, 400, answer.text);
          assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
          assert.ok(
            answer.json.errors.some((error: { pointer: string }) => error.pointer === pointer),
            `${pointer}: ${answer.text}`,
          );
        }
        assert.equal((await read(await shape.call(shape.path))).text, before);
      });

      it('makes no offer whose claims would be in plain because a name of the frame is mistyped', async () => {
        // The configuration describes no claims, so only the offer's can decide.
        const open = { claims: {}, disclosureFrame: { _sd: ['famly_name'] }, schema: { properties: {}, required: [] } };
        assert.equal((await put(configuration('open', open))).status, 201);
        const offer = (claims: object): Promise<Answer> =>
          shape
            .call(shape.offerPath, {
              method: 'POST',
              body: JSON.stringify({
                response_type: 'uri',
                credentialConfigurationIds: ['open'],
                flow: 'pre_authorized_code',
                claims: { open: claims },
              }),
            })
            .then(read);
        const refused = await offer({ family_name: 'Mustermann' });
        assert.equal(refused.status, 400, refused.text);
        assert.equal(refused.json.errors[0].pointer, '/claims/open/family_name');
        assert.doesNotMatch(refused.text, /Mustermann/);
        assert.equal((await offer({ famly_name: 'Mustermann' })).status, 201);
      });

      it('accepts the content of a file unchanged, and makes no offer with undescribed claims', async () => {
        const file = configuration('described', { $schema: 'https://editor.example/issuance.json' });
        const written = await put(file);
        assert.equal(written.status, 201, written.text);
        assert.equal(written.json.$schema, undefined);
        const claims = { described: { nmae: 'E' } };
        const body = JSON.stringify({ response_type: 'uri', credentialConfigurationIds: ['described'], claims });
        const refused = await read(await shape.call(shape.offerPath, { method: 'POST', body }));
        assert.equal(refused.status, 400, refused.text);
        assert.deepEqual(
          refused.json.errors.map(({ pointer }: { pointer: string }) => pointer),
          ['/claims/described/nmae'],
        );
      });

      it('sees a file that is added, changed and removed with the next request, in both folders', async () => {
        const [winner, loser] = [`${shape.folder}issuance/seen.json`, `${shape.folder}credentials/seen.json`];
        server.writeConfig(loser, fileOf({ claims: { name: 'credentials' } }));
        assert.equal((await issue('seen')).name, 'credentials');
        server.writeConfig(winner, fileOf({ claims: { name: 'issuance' } }));
        assert.equal((await issue('seen')).name, 'issuance');
        server.writeConfig(winner, fileOf({ claims: { name: 'changed!' } }));
        assert.equal((await issue('seen')).name, 'changed!');
        assert.ok('seen' in (await supported()));
        remove(winner);
        assert.equal((await issue('seen')).name, 'credentials');
        remove(loser);
        assert.equal(await entry('seen'), undefined);
        assert.equal((await offer('seen')).status, 400);
        assert.ok(!('seen' in (await supported())));
      });

      it('a broken file affects no other file, is reported with its place, counted in health, and used without a restart once it is fixed', async () => {
        const path = `${shape.folder}issuance/broken.json`;
        const cases: [unknown, string][] = [
          ['{"config": ', ''],
          ['[]', ''],
          ['null', ''],
          ['{"__proto__": {"admin": true}}', ''],
          [fileOf({ claims: { cnf: {} } }), '/claims/cnf'],
          [fileOf({ schema: { ...SCHEMA, properties: { name: { type: 'strin' } } } }), '/schema'],
          [configuration('another-id'), ''],
          [fileOf({ config: { format: 'unknown' } }), '/config/format'],
          [fileOf({ unknown: 1 }), '/unknown'],
        ];
        for (const [content, pointer] of cases) {
          server.writeConfig(path, content);
          const seen = await entry('broken');
          assert.deepEqual(Object.keys(seen).sort(), ['error', 'id', 'source']);
          assert.equal(seen.source, 'file');
          assert.equal(seen.error[0].pointer, pointer, JSON.stringify(seen));
          const refused = await offer('broken');
          assert.equal(refused.status, 400);
          assert.match(refused.json.errors[0].detail, /cannot be used: [a-z/]*issuance\/broken\.json[ :]/);
          assert.equal((await offer('pid')).status, 201);
          assert.ok(!('broken' in (await supported())) && 'pid' in (await supported()));
        }
        now += 10_000;
        const health = await get('/health');
        assert.deepEqual([health.status, health.json.status], [200, 'ok']);
        assert.deepEqual(health.json.info.configuration, { status: 'up', message: '1 files ignored' });
        assert.ok(server.lines.some((line) => line.includes('broken.json')));
        server.writeConfig(path, fileOf());
        assert.equal((await issue('broken')).name, 'static');
        remove(path);
        now += 10_000;
        assert.deepEqual((await get('/health')).json.info.configuration, { status: 'up' });
      });

      it('serves type metadata and schema where vct points, with the default vct and a configured one', async () => {
        assert.equal((await put(configuration('typed'))).status, 201);
        const issued = await issue('typed');
        assert.equal(issued.vct, shape.vct('typed'));
        const type = await read(await fetch(String(issued.vct)));
        assert.equal(type.json.vct, issued.vct);
        assert.deepEqual((await read(await fetch(shape.vct('typed').replace('/vct/', '/schema/')))).json, SCHEMA);
        // <PUBLIC_URL> is the tenant's identifier, and the address below it works too.
        const own = { vct: '<PUBLIC_URL>/credentials/vct/typed', name: 'Given' };
        const given = configuration('typed', { config: { format: 'dc+sd-jwt', vct: own.vct }, vct: own });
        assert.equal((await put(given)).status, 201);
        const address = `${shape.issuer()}/credentials/vct/typed`;
        assert.equal((await issue('typed')).vct, address);
        assert.deepEqual((await read(await fetch(address))).json, { vct: address, name: 'Given' });
        for (const id of ['unknown', '__proto__', '.pid', '..%2fpid']) {
          assert.equal((await fetch(shape.vct(id))).status, 404);
          assert.equal((await fetch(`${shape.issuer()}/credentials/schema/${id}`)).status, 404);
        }
      });

      it('takes claims from the offer before the static ones, without merging, and {} counts as claims', async () => {
        const both = { claims: { name: 'static', town: 'Ulm' }, disclosureFrame: { _sd: ['name', 'town'] } };
        assert.equal((await put(configuration('merged', both))).status, 201);
        const cases: [object, unknown[]][] = [
          [{}, ['static', 'Ulm']],
          [{ claims: {} }, ['static', 'Ulm']],
          [{ claims: { merged: { name: 'offered' } } }, ['offered', undefined]],
          [{ claims: { merged: {} } }, [undefined, undefined]],
        ];
        for (const [more, expected] of cases) {
          const { name: given, town } = await issue('merged', more);
          assert.deepEqual([given, town], expected, JSON.stringify(more));
        }
      });

      it('sets exp by the lifetime of the offer, else of the configuration, in whole hours', async () => {
        assert.equal((await put(configuration('ending', { lifetime: 7200 }))).status, 201);
        const hour = 3600;
        const end = (lifetime: number): number => Math.ceil((now / 1000 + lifetime) / hour) * hour;
        assert.equal((await issue('ending')).exp, end(7200));
        const { exp, iat } = await issue('ending', { lifetimes: { ending: 3600 } });
        assert.deepEqual([exp, iat], [end(3600), Math.floor(now / 1000 / hour) * hour]);
        assert.equal((await put(configuration('ending'))).status, 201);
        assert.equal((await issue('ending')).exp, undefined);
      });

      it('shows the display of the tenant with images that can be fetched, or the host where the file is broken', async () => {
        const address = `${shape.issuer()}/.well-known/openid-credential-issuer`;
        const display = async (): Promise<{ name: string; logo?: { uri: string; url: string } }[]> =>
          (await read(await fetch(address))).json.display;
        const [first] = await display();
        assert.equal(first?.logo?.uri, `${shape.issuer()}/public/authority.svg`);
        assert.equal(first?.logo?.url, first?.logo?.uri);
        const image = await fetch(first?.logo?.uri ?? '');
        assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/svg+xml']);
        for (const broken of ['{', '{}', '[]', '[1]', [{ name: 5 }], [{ name: 'x', logo: 'y' }]]) {
          server.writeConfig(`${shape.folder}display.json`, broken);
          assert.deepEqual(await display(), [{ name: new URL(server.url).host, locale: 'en' }], JSON.stringify(broken));
        }
        server.writeConfig(`${shape.folder}display.json`, [{ name: 'Mended', locale: 'en' }]);
        assert.deepEqual(await display(), [{ name: 'Mended', locale: 'en' }]);
      });
    });
  }

  it('keeps the files of a tenant within it', async () => {
    server.writeConfig('issuance/only-a.json', fileOf());
    assert.equal((await get('/credentials/vct/only-a')).status, 200);
    for (const path of [
      '/credentials/root/vct/only-a',
      '/credentials/default/vct/pid',
      '/default/credentials/vct/pid',
    ]) {
      assert.equal((await get(path)).status, 404, path);
    }
    assert.ok(!(await get('/root/.well-known/openid-credential-issuer')).text.includes('only-a'));
  });
});
