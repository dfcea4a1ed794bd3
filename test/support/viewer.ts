/** A user of the console who may only look. */
import { consoleSessionId } from '@countersign/shared/model/tenant/console-sessions';
import { consoleSessions } from '@countersign/shared/test/model/every-tenant';
import type { TestServer } from './server.ts';

/** Headers of a user with the role viewer in variant A's tenant. */
export async function viewer({ platform }: TestServer): Promise<Record<string, string>> {
  const secret = platform.random(32).toString('base64url');
  const id = consoleSessionId(secret);
  const vault = await platform.vaults.of('default');
  const sealedName = vault.seal('V', `console-session/${id}/name`);
  const by = { kind: 'person', role: 'viewer', client: 'person:v', sealedName } as const;
  const times = { createdAt: platform.clock(), expiresAt: platform.clock() + 3_600_000 };
  await platform.store.insert(consoleSessions, { id, tenant: 'default', by, ...times });
  return { cookie: `countersign=${secret}.default`, 'x-countersign-console': '1' };
}
