/** Data on the disk: nothing that allows impersonation of a wallet or a user, no unencrypted personal data. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { PRE_AUTHORIZED } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { begin, credentialBody, makeOffer } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';

const CANARY = 'Canary-Kunigunde-4711';

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

it('no code, token, key or claim is readable in the store or in the log', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-rest-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startSampleServer({ folder });
  const claims = { diploma: { family_name: CANARY, degree: { type: 'Doctorate', name: `${CANARY}-degree` } } };
  const secrets: Record<string, string> = { claim: CANARY };

  // Open offers, a pushed request, a code that no wallet redeems, and a completed issuance.
  const open = await begin(server, { credentialConfigurationIds: ['diploma'], claims });
  secrets.issuerState = String(open.offer.grants.authorization_code?.issuer_state);
  secrets.offerUri = open.offerUri.slice(open.offerUri.lastIndexOf('/') + 1);
  secrets.code = await open.wallet.code(open.offer);
  const preAuthorized = await makeOffer(server, {
    credentialConfigurationIds: ['diploma'],
    claims,
    flow: 'pre_authorized_code',
    tx_code: 'Geheim-0815',
  });
  const wallet = new Wallet({ issuer: server.url });
  const offer = await wallet.offer(preAuthorized.uri);
  secrets.preAuthorizedCode = String(offer.grants[PRE_AUTHORIZED]?.['pre-authorized_code']);
  secrets.txCode = 'Geheim-0815';
  const token = await wallet.redeem(offer, 'Geheim-0815');
  secrets.accessToken = token.json.access_token;
  const issued = await wallet.credential(token.json.access_token, await credentialBody(wallet, { id: 'diploma' }));
  assert.equal(issued.status, 200, issued.text);
  secrets.credential = issued.json.credentials[0].credential.slice(0, 120);
  secrets.disclosure = issued.json.credentials[0].credential.split('~')[1];
  secrets.privateKey = 'PRIVATE KEY';
  await server.close();

  const files = filesBelow(server.dataFolder);
  assert.ok(files.some((path) => path.endsWith('data.mdb')));
  for (const path of files) {
    const bytes = readFileSync(path);
    for (const [name, secret] of Object.entries(secrets)) {
      assert.equal(bytes.includes(secret), false, `${name} is readable in ${path}`);
      assert.equal(bytes.includes(Buffer.from(secret).toString('base64url')), false, `${name} is readable in ${path}`);
      // The secret after the handle, as bytes.
      const raw = Buffer.from(secret, 'base64url').subarray(16);
      if (/^[\w-]{64}$/.test(secret)) assert.equal(bytes.includes(raw), false, `${name} is readable in ${path}`);
    }
  }
  // The check works: it finds the session's id, which is stored unencrypted.
  assert.ok(files.some((path) => readFileSync(path).includes(preAuthorized.session)));
  const log = server.lines.join('');
  for (const [name, secret] of Object.entries(secrets)) assert.equal(log.includes(secret), false, `${name} is logged`);
});
