/** What one flow costs the server in countable work: exactly the figures in `work.json`, without a clock. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import type { CountingServer, Counts } from '../support/work/counting-server.ts';
import { type Flow, measureFlow, unexpected } from '../support/work/measure.ts';
import { openAttestedServer, openCountedServer } from './counted-servers.ts';
import { attestedFlow, inServices, isServicesFigure, openFlows, servicesFlows } from './flow-table.ts';

/** Compiled to test/dist/work. */
const FILE = resolve(import.meta.dirname, '../../work/work.json');
const HOW =
  'Where the change is wanted: npm run work, and commit what it writes (docs/explanation/benchmarks.md, Work of one flow)';
const ATTESTED = 'issuance, attested and encrypted';
const isUpdate = process.env.UPDATE_WORK === '1';

const expected = readExpected();
/** In servers and wallets: an hour ahead, because a file that was just written is read more often. */
const NOW = Date.now() + 3_600_000;

describe('the work of one flow', () => {
  before(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
  after(() => mock.timers.reset());

  for (const kind of ['one', 'five'] as const) {
    describe(kind === 'one' ? 'in one process' : 'in five services', () => {
      let server: CountingServer;
      let claims: WebhookReceiver;
      before(async () => {
        claims = await openReceiver();
        Object.assign(claims, { status: 200, body: JSON.stringify({ member: { level: 'gold' } }) });
        server = await openCountedServer(NOW, claims.url, kind);
      });
      after(async () => {
        await server.close();
        await claims.close();
      });

      for (const [name, prepare] of Object.entries(openFlows)) {
        if (kind === 'one') it(name, async () => check(name, server, await prepare(server)));
        else if (servicesFlows.includes(name)) {
          it(name, async () => check(inServices(name), server, await prepare(server), isServicesFigure));
        }
      }
    });
  }

  it(ATTESTED, async () => {
    const { server, provider } = await openAttestedServer(NOW);
    try {
      await check(ATTESTED, server, attestedFlow(server, provider));
    } finally {
      await server.close();
    }
  });

  it('is listed only for these flows', () => {
    const names = [...Object.keys(openFlows), ATTESTED, ...servicesFlows.map(inServices)];
    if (isUpdate) writeFileSync(FILE, tableOf(names));
    else assert.deepEqual(Object.keys(expected).sort(), names.sort(), HOW);
  });
});

/** @param counts selects figures. Default: all */
async function check(
  name: string,
  server: CountingServer,
  flow: Flow,
  counts: (figure: string) => boolean = () => true,
): Promise<void> {
  const all = await measureFlow(server, flow);
  const [first = {}, ...others] = all.map((counted) => only(counts, counted));
  // Otherwise the figures would depend on chance.
  for (const other of others) assert.deepEqual(unexpected(first, other), [], 'two runs differ');
  const differing = unexpected(expected[name] ?? {}, first);
  if (isUpdate) {
    if (differing.length > 0) expected[name] = first;
    return;
  }
  assert.ok(differing.length === 0, `${name}\n  ${differing.join('\n  ')}\n${HOW}`);
}

function only(isWanted: (figure: string) => boolean, counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([figure]) => isWanted(figure)));
}

/** If it is written again, a conflict between two changes in it does not matter. */
function readExpected(): Record<string, Counts> {
  const text = readFileSync(FILE, 'utf8');
  return isUpdate && text.includes('<<<<<<<') ? {} : JSON.parse(text);
}

/** A figure a line, in the order of the flows. */
function tableOf(names: readonly string[]): string {
  const ordered = names.map((name) => [name, Object.fromEntries(Object.entries(expected[name] ?? {}).sort())]);
  return `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`;
}
