import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createAuthority } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { createRequirements } from '@countersign/shared/flow-config/tenant-profile';
import { type Log, silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { refuses } from '@countersign/shared/test/http/refuses';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { issuerRequirements } from '../../src/client/issuer-requirements.ts';

type Files = Readonly<Record<string, string>>;

async function world(t: TestContext, files: Files, env: Files) {
  const folder = await temporaryFolder(t);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example', CONFIG_FOLDER: folder, ...env });
  return { settings, write };
}

test('an issuer does not serve a tenant of profile haip without a wallet provider, and the log says once why', async (t) => {
  const { settings, write } = await world(t, { 'tenants/a/tenant.json': '{"profile":"haip"}' }, {});
  const lines: unknown[] = [];
  const log: Log = { ...silentLog, error: (...line: unknown[]) => void lines.push(line) };
  const requirementsOf = issuerRequirements({ settings, log, requirementsOf: createRequirements({ settings, log }) });
  for (let again = 0; again < 3; again += 1) refuses(() => requirementsOf('a'), 'server_error');
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines), /wallet-providers/);
  assert.equal(requirementsOf('default').profile, 'open');
  const authority = await createAuthority({
    notBefore: 0,
    notAfter: Date.UTC(2040, 0, 1),
    tenant: 'provider',
    random: systemRandom,
    host: certificateHost('https://provider.example'),
    keys: generateKeyPair(),
  });
  write('tenants/a/trust/wallet-providers/p.pem', authority);
  assert.equal(requirementsOf('a').profile, 'haip');
});

test('a tenant without files is served with HAIP=true: its wallet providers are written through the API', async (t) => {
  const { settings } = await world(t, {}, { HAIP: 'true' });
  const requirementsOf = issuerRequirements({
    settings,
    log: silentLog,
    requirementsOf: createRequirements({ settings, log: silentLog }),
  });
  assert.equal(requirementsOf('museum').clientAuthentication, 'required');
  refuses(() => requirementsOf('default'), 'server_error');
});
