/** The console has words for each action that the audit log can have. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { routes } from '@countersign/gateway/routes/routes';
import { ROOT } from '../cluster/cluster-processes.ts';

/** Actions without a management route: refusals, ends of erasures, what people do on the rights page. */
const OTHERS = ['token.refused', 'console.refused', 'tenant.erased', 'refresh.refused', 'rights.read', 'rights.erased'];

test('each action of the audit log has words in both languages', () => {
  const text = readFileSync(join(ROOT, 'console/src/text/audit-actions.ts'), 'utf8');
  const actions = new Set([...routes.flatMap(({ audit }) => audit?.action ?? []), ...OTHERS]);
  const missing = [...actions].filter((action) => text.split(`'${action}': '`).length !== 3);
  assert.deepEqual(missing, []);
});
