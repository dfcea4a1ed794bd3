/** The API description must not promise a route that has no operation. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { routes } from '@countersign/gateway/routes/routes';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { silentLog } from '@countersign/shared/kernel/log';
import { startStandalone } from '../src/standalone.ts';

test('every route has an operation that answers it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-routes-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const folders = { DATA_FOLDER: join(folder, 'data'), CONFIG_FOLDER: join(folder, 'config') };
  const server = await startStandalone({ env: { PORT: '0', ...folders }, log: silentLog });
  t.after(() => server.close());
  const request = { id: 'r', tenant: 'default', method: 'GET', url: '', params: {}, query: {}, headers: {} } as const;
  const isBuilt = (operation: string): Promise<boolean> =>
    server.platform.call(operation, { ...request, body: undefined, encoding: 'none' }).then(
      () => true,
      (error: unknown) => !(error instanceof ProtocolError && error.code === 'not_built'),
    );
  const missing = new Set<string>();
  for (const { operation } of routes) if (!(await isBuilt(operation))) missing.add(operation);
  assert.deepEqual([...missing], []);
});
