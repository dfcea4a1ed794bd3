/** An attested wallet that presents a credential before it gets a new one, in each way that the server offers. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { writeProviderCertificate } from '@countersign/wallet/command/provider-file';
import { makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { makeRequest } from '../support/presentation.ts';
import { SHAPE_A, writeMember } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { typed } from './terminal.ts';

let folder: string;
let server: TestServer;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-wallet-'));
  server = await startSampleServer({ env: { INTERACTIVE_AUTHORIZATION: 'signed' } });
  writeMember(server, SHAPE_A);
  const certificate = join(folder, 'provider.pem');
  writeProviderCertificate({ certificate, store: join(folder, 'wallet.json') });
  server.writeConfig('trust/wallet-providers/provider.pem', readFileSync(certificate, 'utf8'));
  server.writeConfig('wallets.json', { public_clients: false });
  const pid = await makeOffer(server, PRE_AUTHORIZED_FLOW);
  const { report } = await typed(folder, [pid.uri, '--attested']);
  assert.equal(report.outcome, 'accepted', report.why);
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a member card for who has presented a PID, to an attested wallet', () => {
  for (const [profile, way] of [
    ['plain', 'challenge'],
    ['plain', 'browser'],
    ['plain', 'interactive'],
    ['plain', 'interactive-before'],
    ['credo', 'challenge'],
    ['suite', 'browser'],
    ['multipaz', 'challenge'],
  ] as const) {
    test(`${profile}, ${way}`, async () => {
      const made = await makeOffer(server, { credentialConfigurationIds: ['member'] });
      const { report } = await typed(folder, [made.uri, '--attested', '--profile', profile, '--way', way, '--json']);
      assert.equal(report.outcome, 'accepted', report.why);
      assert.deepEqual(
        report.credentials?.map(({ configuration }) => configuration),
        ['member'],
      );
      assert.equal(report.shared?.length, 1);
      assert.equal((await sessionOf(server, made.session)).status, 'completed');
    });
  }
});

test('only the claims that are asked for are disclosed', async () => {
  const made = await makeRequest(server, { requestId: 'name-check' });
  const { report } = await typed(folder, [made.uri, '--json']);
  assert.equal(report.outcome, 'accepted', report.why);
  const [{ claims } = assert.fail()] = report.shared ?? [];
  // The order of disclosures is random.
  assert.deepEqual(Object.keys(claims).sort(), ['family_name', 'given_name']);
});
