/** One message to a server and its response, without a client library: enough to find out whether it runs. */
import { connect } from 'node:net';
import { timeLimit } from '@countersign/shared/test/patience';

const LIMIT = 2000;

/**
 * Connects to loopback, sends, and resolves with the received bytes once `complete` returns true.
 * @throws Error if the connection is refused, closed early, or silent for two seconds of an idle machine
 */
export function exchange(port: number, message: Buffer, complete: (received: Buffer) => boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1' });
    const isOver = timeLimit(LIMIT);
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const silent = async (): Promise<void> => {
      if (await isOver()) fail(new Error('No answer'));
      else socket.setTimeout(LIMIT, silent);
    };
    socket.setTimeout(LIMIT, silent);
    socket.once('error', fail);
    socket.once('close', () => reject(new Error('Closed before the answer')));
    socket.once('connect', () => socket.write(message));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (!complete(received)) return;
      resolve(received);
      socket.destroy();
    });
  });
}
