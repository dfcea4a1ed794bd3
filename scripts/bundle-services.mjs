/**
 * `node scripts/bundle-services.mjs [FOLDER]`: bundles the services into a folder, `bundle/` by default, so that a
 * process doesn't load a thousand modules when it starts. Only the project's own modules: third-party packages stay in
 * node_modules. With --tests the files that tests preload are in it too, because they change classes of the services.
 * With --without-wallet it can't make dry runs.
 */
import { rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
const folder = resolve(root, args.find((one) => !one.startsWith('--')) ?? 'bundle');
/** Our packages that aren't bundled. */
const absent = args.includes('--without-wallet') ? ['@countersign/dry-run', '@countersign/wallet'] : [];

const services = ['gateway', 'issuer', 'verifier', 'status', 'webhook-dispatcher', 'standalone'];
const input = {
  ...Object.fromEntries(services.map((name) => [name, `services/${name}/dist/src/main.js`])),
  // Both are started by name, from beside the module that starts them.
  'worker-main': 'services/standalone/dist/src/worker-main.js',
  'list-worker': 'libs/european-trust/dist/src/refresh/list-worker.js',
  commands: 'operator/dist/src/commands.js',
  operator: 'operator/dist/src/operator.js',
};
const preloads = {
  'kill-point': 'test/dist/resilience/kill-point.js',
  'stop-in-transaction': 'test/dist/resilience/stop-in-transaction.js',
};

const bundle = await rolldown({
  cwd: root,
  input: args.includes('--tests') ? { ...input, ...preloads } : input,
  platform: 'node',
  external: (id) =>
    /^[^./]/.test(id) && (!id.startsWith('@countersign/') || absent.some((name) => id.startsWith(name))),
});
rmSync(folder, { recursive: true, force: true });
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
