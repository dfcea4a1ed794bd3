import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DryRunParts } from '@countersign/dry-run/port/dry-run-parts';
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { lazyDryRuns } from '../src/dry-run.ts';
import { openGateway } from './open-gateway.ts';

const request = { tenant: 'default', params: { id: 'pid' } } as unknown as OperationRequest<undefined>;
const partsWith = (DRY_RUN: 'on' | 'off'): DryRunParts =>
  ({ platform: { settings: { DRY_RUN } } }) as unknown as DryRunParts;

function counted(answer: () => Promise<{ readonly body: string }>) {
  const world = { loads: 0 };
  const load = async () => {
    world.loads += 1;
    return { dryRunOperations: () => ({ issuance: answer, presentation: answer }) };
  };
  return { world, load };
}

test('the package is loaded by the first run, once', async () => {
  const { world, load } = counted(async () => ({ body: 'report' }));
  const { issuance, presentation } = lazyDryRuns(partsWith('on'), load);
  assert.equal(world.loads, 0);
  assert.deepEqual(await issuance(request), { body: 'report' });
  assert.deepEqual(await presentation(request), { body: 'report' });
  assert.equal(world.loads, 1);
});

test('its steps reach the one who follows the call', async () => {
  const run: Operation = async (_, progress) => {
    progress?.({ step: 'offer' });
    return {};
  };
  const load = async () => ({ dryRunOperations: () => ({ issuance: run, presentation: run }) });
  const { issuance } = lazyDryRuns(partsWith('on'), load);
  const steps: unknown[] = [];
  await issuance(request, (step) => steps.push(step));
  assert.deepEqual(steps, [{ step: 'offer' }]);
});

test('with DRY_RUN=off it is never loaded', async () => {
  const { world, load } = counted(() => assert.fail('it ran'));
  const { issuance, presentation } = lazyDryRuns(partsWith('off'), load);
  for (const run of [issuance, presentation]) {
    await assert.rejects(run(request), { code: 'not_built', message: /DRY_RUN is off/ });
  }
  assert.equal(world.loads, 0);
});

test('without the package each run says so; another failure stays what it is', async () => {
  const missing = () => import(['@countersign', 'not-there'].join('/'));
  const { issuance } = lazyDryRuns(partsWith('on'), missing);
  for (const _ of [1, 2]) await assert.rejects(issuance(request), { code: 'not_built', message: /not installed/ });
  const broken = lazyDryRuns(partsWith('on'), () => Promise.reject(new SyntaxError('broken')));
  await assert.rejects(broken.issuance(request), SyntaxError);
});

test('the answer says what to do', async (t) => {
  const gateway = await openGateway(t, { env: { DRY_RUN: 'off' } });
  const answer = await gateway.a('/issuer-management/pid/dry-run', { method: 'POST' });
  const { reason, detail, hint } = (await answer.json()) as Readonly<Record<string, string>>;
  assert.deepEqual(
    [answer.status, reason, detail],
    [501, 'dry_run_absent', 'Dry runs are switched off: DRY_RUN is off'],
  );
  assert.match(hint ?? '', /DRY_RUN=on.*--build-arg DRY_RUN=on/);
});
