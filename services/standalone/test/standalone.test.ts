import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@countersign/shared/kernel/log';
import { SettingsError } from '@countersign/shared/settings/read-settings';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { type Standalone, startStandalone } from '../src/standalone.ts';
import { startBanner } from '../src/start-banner.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'countersign-standalone-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function start(data: string, env: Record<string, string> = {}): Promise<Standalone> {
  const folders = { DATA_FOLDER: join(data, 'data'), CONFIG_FOLDER: join(data, 'config') };
  return startStandalone({ env: { PORT: '0', ...folders, ...env }, log: silentLog });
}

test('with nothing set it serves both variants, and PUBLIC_URL has the real port', async (t) => {
  const server = await start(folder(t));
  t.after(() => server.close());
  assert.equal(server.url, `http://localhost:${server.port}`);
  const origin = `http://127.0.0.1:${server.port}`;
  const { AUTH_API_KEY: key = '', AUTH_CLIENT_SECRET: secret = '' } = server.platform.settings;
  assert.equal((await fetch(`${origin}/session`, { headers: { 'x-api-key': key } })).status, 200);
  const body = new URLSearchParams({ client_id: 'root', client_secret: secret });
  assert.equal((await fetch(`${origin}/auth/token`, { method: 'POST', body })).status, 200);
  assert.equal((await fetch(`${origin}/health/ready`)).status, 200);
  const health = (await (await fetch(`${origin}/health`)).json()) as { info: Record<string, unknown> };
  assert.deepEqual(health.info.database, { status: 'up' });
});

test('a second server on the same data refuses to start, and frees what it took', async (t) => {
  const data = folder(t);
  const first = await start(data);
  await assert.rejects(start(data));
  await first.close();
  const third = await start(data);
  await third.close();
  await third.close();
});

test('a store without its secrets.json is refused before another one is written', async (t) => {
  const data = folder(t);
  await (await start(data)).close();
  rmSync(join(data, 'data', 'secrets.json'));
  await assert.rejects(start(data), /needs the MASTER_KEY it was created with: restore the matching secrets\.json/);
  assert.ok(!readdirSync(join(data, 'data')).includes('secrets.json'));
});

test('a bad environment leaves no trace', async (t) => {
  const data = folder(t);
  await assert.rejects(start(data, { HAIP: 'true', DPOP: 'optional' }), SettingsError);
  await assert.rejects(start(data, { NODE_ENV: 'production' }), SettingsError);
  assert.deepEqual(readdirSync(data), []);
});

test('HAIP=true starts where nothing is missing, and names each missing part where something is', async (t) => {
  const data = folder(t);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(data, 'config', path)), { recursive: true });
    writeFileSync(join(data, 'config', path), text);
  };
  const plain = JSON.stringify({ config: { format: 'dc+sd-jwt' }, claims: {}, disclosureFrame: {} });
  write('issuance/card.json', plain);
  write('tenants/a/issuance/card.json', plain);
  write('tenants/b/issuance/card.json', plain);
  write('tenants/b/tenant.json', '{"profile":"open"}');
  const { anchor } = await makeSigningKey();
  write('tenants/a/keys/request.key.pem', 'x');
  const refused = await start(data, { HAIP: 'true' }).catch((error: unknown) => error);
  assert.ok(refused instanceof SettingsError);
  assert.deepEqual(
    refused.problems.map((problem) => problem.replaceAll(join(data, 'config'), '').split(': ').slice(1, 3).join(' ')),
    [
      'tenant default /trust/wallet-providers',
      'tenant a /tenants/a/trust/wallet-providers',
      'tenant a /tenants/a/keys/request.chain.pem',
    ],
  );
  assert.deepEqual(readdirSync(data), ['config'], 'nothing was written');
  for (const path of ['', 'tenants/a/']) write(`${path}trust/wallet-providers/provider.pem`, anchor);
  rmSync(join(data, 'config/tenants/a/keys'), { recursive: true });
  const server = await start(data, { HAIP: 'true' });
  t.after(() => server.close());
  const profiles = ['default', 'a', 'b'].map((tenant) => server.platform.requirementsOf(tenant).profile);
  assert.deepEqual(profiles, ['haip', 'haip', 'open']);
});

test('the banner names files and addresses and holds no secret', async (t) => {
  const server = await start(folder(t), { AUTH_API_KEY: 'own-api-key-4711-XyZ' });
  t.after(() => server.close());
  const text = startBanner(server);
  const { settings } = server.platform;
  for (const secret of [settings.AUTH_API_KEY, settings.AUTH_CLIENT_SECRET, settings.JWT_SECRET, settings.MASTER_KEY]) {
    assert.ok(secret !== undefined && !text.includes(secret));
  }
  assert.ok(text.includes(server.secrets.file) && text.includes(server.url));
  assert.ok(text.includes('/vci/offer') && text.includes('/auth/token'));
  assert.ok(text.includes('$AUTH_API_KEY'), 'the own secret by its variable');
  assert.doesNotMatch(text, /check-config/);
  assert.match(
    startBanner({ ...server, findings: '2 errors' }),
    /Warning +2 errors in the configuration: npm run check-config /,
  );
});

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
}

function output(child: ChildProcess, until: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes(until)) resolve(text);
    });
    child.once('exit', () => reject(new Error(`ended: ${text}`)));
  });
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`the process starts with nothing set and ends well on ${signal}`, async (t) => {
    const cwd = folder(t);
    const child = spawn(process.execPath, [MAIN], { cwd, env: { PATH: process.env.PATH, PORT: '0' } });
    t.after(() => child.kill('SIGKILL'));
    const text = await output(child, 'by variant B');
    const [, url = ''] = /Interface\s+(\S+)/.exec(text) ?? [];
    assert.equal((await fetch(`${url}/health`)).status, 200);
    child.kill(signal);
    assert.equal(await ended(child), 0);
  });
}

test('in production a bad secret stops the process, naming the variable and not the value', async (t) => {
  for (const value of ['changeme', '', 'a8Xk2-pq']) {
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://issuer.example',
      MASTER_KEY: Buffer.from('0123456789-9876543210-abcdefghij').toString('base64url'),
      AUTH_API_KEY: value,
    };
    const child = spawn(process.execPath, [MAIN], { cwd: folder(t), env });
    t.after(() => child.kill('SIGKILL'));
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    assert.equal(await ended(child), 1);
    assert.match(text, /AUTH_API_KEY/);
    if (value !== '') assert.ok(!text.includes(value));
  }
});
