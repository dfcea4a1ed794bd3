/** What the tests of the launchers share. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Engine } from './engine.ts';
import type { EngineName } from './open-engines.ts';

/** False, with the test skipped, if `npm test` could not start such an engine here. */
export function canStart(t: TestContext, name: EngineName): boolean {
  const started = process.env.COUNTERSIGN_TEST_ENGINES ?? '';
  if (started.split(',').includes(name)) return true;
  t.skip(`needs ${name}; run by npm test`);
  return false;
}

/**
 * Starts an engine in a separate folder. At the end of the test the engine ends first, then the folder is removed,
 * because a server that still writes would make its removal fail.
 */
export async function started(
  t: TestContext,
  start: (options: { readonly folder: string }) => Promise<Engine>,
): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-engine-'));
  let engine: Engine | undefined;
  t.after(async () => {
    await engine?.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  engine = await start({ folder });
  return engine;
}

/** True if a process listens on that loopback port. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
