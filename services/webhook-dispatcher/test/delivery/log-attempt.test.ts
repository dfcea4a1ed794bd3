import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, type Log, type LogLevel } from '@countersign/shared/kernel/log';
import { deliver, receiver, runJob, world } from '../world.ts';

/** A log that records its lines on attempts, without their times. */
function watched(level: LogLevel = 'warn'): { readonly log: Log; readonly lines: readonly object[] } {
  const lines: object[] = [];
  const write = (line: string): void => {
    const { time: _, ...rest } = JSON.parse(line);
    if (rest.message === 'delivery.attempted') lines.push(rest);
  };
  return { log: createLog(level, () => 0, write), lines };
}

test('each failed attempt is one line at warn, with target, status, meaning and next attempt; a delivered one is not', async (t) => {
  const { log, lines } = watched();
  const w = await world(t, {}, log);
  const answers = [500, 401, 204];
  const { url } = await receiver(t, (_, response) => response.writeHead(answers.shift() ?? 204).end('Erika'));
  const config = { auth: { type: 'apiKey', config: { headerName: 'X-Key', value: 'k-4711' } } };
  const { id: session, events } = await w.session({ url: `${url}/secret-path`, config });
  const dispatcher = w.dispatcher();
  const id = events[0]?.id;
  const nextAttempt = async () => (await w.delivery(id))?.dueAt ?? assert.fail('no next attempt');
  await deliver(dispatcher, events[0]);
  const first = await nextAttempt();
  w.now = first;
  await runJob(dispatcher, 'delivery-due');
  const second = await nextAttempt();
  w.now = second;
  await runJob(dispatcher, 'delivery-due');
  const common = {
    level: 'warn',
    message: 'delivery.attempted',
    session: session.slice(0, 16),
    tenant: 'default',
    event: id,
    target: new URL(url).origin,
    code: 'status',
  };
  const failed = 'The target responded with a status other than 2xx';
  const refused = 'The receiver refused the request. Check its secret or authentication';
  assert.deepEqual(lines, [
    { ...common, status: 500, detail: failed, next: new Date(first).toISOString() },
    { ...common, status: 401, detail: refused, next: new Date(second).toISOString() },
  ]);
  assert.equal((await w.delivery(id))?.state, 'delivered');
});

test('a target that does not answer, or wants no further attempts, has its line too', async (t) => {
  const { log, lines } = watched();
  const w = await world(t, {}, log);
  const { url } = await receiver(t, (_, response) => response.writeHead(410).end());
  const gone = await w.session({ url });
  await deliver(w.dispatcher(), gone.events[0]);
  const silent = await w.session({ url: 'http://127.0.0.1:1/hook' });
  await deliver(w.dispatcher(), silent.events[0]);
  const seen = lines.map((line) => ({ status: 0, code: '', next: '', ...line }));
  assert.deepEqual(
    seen.map(({ status, code, next }) => [status, code, next !== '']),
    [
      [410, '', false],
      [0, 'refused', true],
    ],
  );
});

test('each attempt is one line; the accepted one is at info', async (t) => {
  const { log, lines } = watched('info');
  const w = await world(t, {}, log);
  const answers = [503, 204];
  const { url } = await receiver(t, (_, response) => response.writeHead(answers.shift() ?? 204).end());
  const { events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  w.now = (await w.delivery(events[0]?.id))?.dueAt ?? assert.fail('no next attempt');
  await runJob(dispatcher, 'delivery-due');
  const seen = lines.map((line) => ({ level: '', status: 0, ...line }));
  assert.deepEqual(
    seen.map(({ level, status }) => [level, status]),
    [
      ['warn', 503],
      ['info', 204],
    ],
  );
});
