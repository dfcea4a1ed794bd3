/** What becomes of logins if the tenant's key is lost or replaced: nobody gets another subject without being told. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { freePort } from '../support/child-server.ts';
import { openApplication, signIn, startLogins } from '../support/login.ts';
import { startSampleServer } from '../support/sample-server.ts';

test('with another master key a server signs nobody in, and with the right one everyone is who they were', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-login-key-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PORT: String(await freePort()) };
  const subjectAt = async (issuer: string, held: HeldCredential): Promise<string | undefined> => {
    const application = await openApplication({ issuer });
    const begun = await application.begin();
    return (await application.redeem(begun, await signIn(held, begun))).claims()?.sub;
  };
  const first = await startLogins({ folder, env });
  const { issuer, erika } = first;
  const sub = await subjectAt(issuer, erika);
  assert.match(String(sub), /^[\w-]{43}$/);
  await first.server.close();

  const other = { ...env, MASTER_KEY: Buffer.alloc(32, 9).toString('base64url') };
  const started = await startSampleServer({ folder, env: other }).catch((error: Error) => error);
  if (!(started instanceof Error)) {
    const jwks = await started.request('/login/jwks');
    const begun = await started.request('/login/auth?client_id=shop&response_type=code&scope=openid');
    await started.close();
    assert.deepEqual([jwks.status, begun.status], [500, 500]);
  } else assert.match(started.message, /MASTER_KEY/);

  const again = await startSampleServer({ folder, env });
  t.after(() => again.close());
  assert.equal(await subjectAt(issuer, erika), sub);
});
