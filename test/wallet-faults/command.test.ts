/** The command runs faults without more options, and reports when one has no effect. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readCommandLine } from '@countersign/wallet/command/command-line';
import type { Report } from '@countersign/wallet/command/report';
import { run } from '@countersign/wallet/command/run';
import { offerOf, SHAPE_A } from '../support/presentation-during-issuance.ts';
import { untilTraced } from '../support/trace.ts';
import { type FaultWorld, openFaultWorld } from './fault-world.ts';

describe('faults of the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-fault-'));
  let world: FaultWorld;
  before(async () => {
    world = await openFaultWorld();
  });
  after(async () => {
    await world.server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const accept = async (fault: string, offer: object = {}): Promise<{ report: Report; session: string }> => {
    const body = { credentialConfigurationIds: ['pid'], ...offer };
    const { uri, session } = await offerOf(world.server, SHAPE_A, body);
    const options = ['--fault', fault, '--json', '--store', join(folder, 'wallet.json')];
    const asked = readCommandLine(['accept', uri, ...options], undefined);
    if (!('link' in asked) || asked.kind === 'step') return assert.fail(asked.kind);
    return { report: await run(asked, { say: () => undefined, fetch }), session };
  };

  for (const fault of ['scope_unknown', 'request_uri_replaced', 'code_used', 'proof_audience', 'notification_event']) {
    it(`${fault} is made, refused, and explained in the trace`, async () => {
      const { report, session } = await accept(fault);
      assert.equal(report.outcome, 'refused');
      const { requests } = report;
      const entry = await untilTraced(world.server, session, ({ request }) => request === requests.at(-1));
      assert.equal(entry.reason, fault);
    });
  }

  it('a fault that an offer gives no cause for leads to nothing, and says what it needs', async () => {
    const { report } = await accept('tx_code_wrong');
    assert.equal(report.outcome, 'accepted');
    assert.match(report.why ?? '', /needs an offer of the flow/);
  });
});
