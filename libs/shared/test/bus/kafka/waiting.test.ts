import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { backOff, NotAwaited, within } from '../../../src/bus/kafka/waiting.ts';

describe('backOff', () => {
  const fixed = (value: number) => (bytes: number) => Buffer.alloc(bytes, value);

  it('doubles up to a limit, +-20 %', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 99].map((failures) => backOff(failures, fixed(0)));
    assert.deepEqual(pauses, [160, 320, 640, 1280, 2560, 4000, 4000]);
    assert.deepEqual(
      [1, 99].map((failures) => backOff(failures, fixed(0xff))),
      [240, 6000],
    );
  });
});

describe('within', () => {
  const never = new Promise<void>(() => undefined);

  it('returns the outcome of the work', async () => {
    assert.equal(await within(1000, Promise.resolve(7)), 7);
    await assert.rejects(within(1000, Promise.reject(new TypeError('x'))), TypeError);
  });

  it('rejects after the time limit', async () => {
    await assert.rejects(within(1, never), NotAwaited);
  });

  it('rejects when the signal is aborted, also before the start, and leaves no listener behind', async () => {
    const stopping = new AbortController();
    const waiting = within(1000, never, stopping.signal);
    await within(1000, Promise.resolve(), stopping.signal);
    assert.equal(getEventListeners(stopping.signal, 'abort').length, 1);
    stopping.abort();
    await assert.rejects(waiting, NotAwaited);
    await assert.rejects(within(1000, never, stopping.signal), NotAwaited);
    assert.equal(getEventListeners(stopping.signal, 'abort').length, 0);
  });
});
