/**
 * `npm run webhook-secret -- <tenant>`: prints the secret that signs the webhooks of a tenant (`default` in variant A),
 * for webhooks without a `signingSecret` of their own. It stays the same as long as the data is kept.
 */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
const load = (path) => import(join(root, path));
const { openBesideServer } = await load('services/standalone/dist/src/beside-server.js');
const { tenantSecret } = await load('services/webhook-dispatcher/dist/src/tenant-secret.js');
const { secretText } = await load('libs/shared/dist/src/http/webhook-config.js');
const { ID_PATTERN } = await load('libs/shared/dist/src/identifiers.js');

const [tenant = 'default'] = process.argv.slice(2);
if (!ID_PATTERN.test(tenant)) {
  process.stderr.write('npm run webhook-secret -- <tenant>\n');
  process.exit(1);
}
const { store, vaults } = await openBesideServer(process.env);
try {
  process.stdout.write(`${secretText(tenantSecret(await vaults.of(tenant)))}\n`);
} finally {
  await store.close();
}
