/** A tenant of profile eu in Chromium: its credentials are suspended, resumed, and revoked for good. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { ATTESTED, credentialsOf, tenantFiles } from '../support/haip.ts';
import { offerOf, SHAPE_A } from '../support/presentation-during-issuance.ts';
import type { TestServer } from '../support/server.ts';
import { openChromium } from './chromium.ts';
import { openConsoleWorld } from './console-world.ts';

/** @returns the session of a credential in the hands of an attested wallet */
async function issued(server: TestServer): Promise<string> {
  const provider = await createWalletProvider();
  const files = tenantFiles({ profile: 'eu', samples: 'plain', caPem: provider.caPem });
  for (const [path, content] of Object.entries(files)) server.writeConfig(path, content);
  const made = await offerOf(server, SHAPE_A, { credentialConfigurationIds: [ATTESTED] });
  const { anchor = '' } = await server.platform.keys.signer(SHAPE_A.tenant, 'credential');
  const wallet = { issuer: server.url, attester: provider, anchors: [anchor], wallet: 'eudi-kotlin' } as const;
  const holder = new ProfileWallet(wallet);
  await holder.redeem(await holder.offer(made.uri), made.txCode);
  credentialsOf((await holder.credential({ configuration: ATTESTED, keys: [newWalletKey()] })).answer);
  return made.session;
}

test('an operator suspends and resumes a credential; a revocation leaves no button', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  const session = await issued(world.server);
  const { page, errors, goto, context } = await world.open();
  await goto(`/sessions/${session}`);
  const choose = async (label: string): Promise<void> => {
    await page.getByRole('button', { name: `${label}: ${ATTESTED}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: label }).click();
    await page.getByText('Status changed').waitFor();
  };
  await choose('Suspend');
  await page.locator('.badge', { hasText: 'suspended' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Reinstate|Suspend):/ }).count(), 0);
  await choose('Resume');
  await page.getByRole('button', { name: `Revoke: ${ATTESTED}` }).click();
  await page.getByRole('dialog').getByText("You can't undo this.").waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.locator('.badge', { hasText: 'revoked' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Revoke|Reinstate|Suspend|Resume):/ }).count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});
