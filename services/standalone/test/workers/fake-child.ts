/** A worker process that a test plays. */
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { FromWorker, ToWorker } from '../../src/workers/messages.ts';

export interface FakeChild extends ChildProcess {
  /** What the primary sent to it. */
  readonly got: ToWorker[];
  say(message: FromWorker): void;
  /** Ends it; its channel ends with it. */
  end(code: number | null, signal?: NodeJS.Signals): void;
}

let pids = 1_000_000;

/** @param onGot called for each message, for example to respond */
export function fakeChild(onGot: (child: FakeChild, message: ToWorker) => void = () => undefined): FakeChild {
  const child = new EventEmitter() as FakeChild;
  const got: ToWorker[] = [];
  let connected = true;
  pids += 1;
  const end = (code: number | null, signal: NodeJS.Signals | null = null): void => {
    if (!connected) return;
    connected = false;
    child.emit('exit', code, signal);
    child.emit('close', code, signal);
  };
  Object.defineProperty(child, 'connected', { get: () => connected });
  return Object.assign(child, {
    got,
    pid: pids,
    end,
    send: (message: ToWorker) => {
      if (!connected) throw new Error('The channel is closed');
      got.push(message);
      onGot(child, message);
      return true;
    },
    say: (message: FromWorker) => void child.emit('message', message),
    kill: (signal: NodeJS.Signals) => {
      end(null, signal);
      return true;
    },
  });
}
