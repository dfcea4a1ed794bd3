/**
 * The calling end of a channel: a connection upgraded to frames (HTTP `Upgrade`), which carries many calls
 * concurrently. Each call costs a fraction of an HTTP request, and calls that start together share a write.
 */
import type { Duplex } from 'node:stream';
import { MAX_REPLY_BYTES } from '../internal-message.ts';
import { type ConnectOptions, connectChannel } from './connect-channel.ts';
import { createFrameReader, encodeFrame, type Frame, gatheredWriter } from './frames.ts';
import { type Answer, codeOf, NoAnswer, type OutgoingCall } from './no-answer.ts';
import { createPendingCalls } from './pending-calls.ts';

export interface Channel {
  /** Calls under way. */
  readonly calls: () => number;
  /** @throws NoAnswer */
  call(operation: string, call: OutgoingCall, budget: number): Promise<Answer>;
  /** Accepts no more calls, and ends when none is in progress. */
  retire(): void;
}

export interface ChannelOptions extends ConnectOptions {
  /**
   * Milliseconds after which it accepts no more calls, so that a balancer can choose a replica for the next channel.
   */
  readonly age: number;
  /** Called once, when it stops accepting calls. */
  readonly retired: () => void;
}

/** Connects in the background; calls wait for it. */
export function openChannel(options: ChannelOptions): Channel {
  const pending = createPendingCalls();
  let calls = 0;
  let isRetired = false;
  let isLeaving = false;
  let socket: Duplex | undefined;
  const retire = (): void => {
    if (!isRetired) options.retired();
    isRetired = true;
    if (calls === 0) socket?.end();
  };
  const fail = (error: NoAnswer): void => {
    retire();
    pending.failAll(error);
    socket?.destroy();
  };
  const take = (frame: Frame): void => {
    if (frame.kind === 'leaving') {
      isLeaving = true;
      retire();
    } else pending.take(frame, isLeaving);
  };
  let write: (frame: Buffer) => void = () => undefined;
  const ready = connectChannel(options).then((connected) => {
    socket = connected;
    write = gatheredWriter(connected);
    listen(connected, take, fail);
    setTimeout(retire, options.age).unref();
  });
  ready.catch(retire);
  return {
    calls: () => calls,
    call: async (operation, { headers, body }, budget) => {
      calls += 1;
      try {
        return await pending.ask(budget, ready, (id) => {
          if (socket?.destroyed !== false) throw new NoAnswer('UND_ERR_SOCKET');
          write(encodeFrame({ kind: 'call', id, head: JSON.stringify([operation, headers]), body }));
        });
      } finally {
        calls -= 1;
        if (calls === 0 && isRetired) socket?.end();
      }
    },
    retire,
  };
}

function listen(socket: Duplex, take: (frame: Frame) => void, fail: (error: NoAnswer) => void): void {
  const read = createFrameReader(MAX_REPLY_BYTES, take);
  socket.on('data', (bytes: Buffer) => {
    try {
      read(bytes);
    } catch (error) {
      fail(new NoAnswer('WRONG_FRAME', error));
    }
  });
  socket.on('error', (error) => fail(new NoAnswer(codeOf(error), error)));
  socket.once('close', () => fail(new NoAnswer('UND_ERR_SOCKET')));
}
