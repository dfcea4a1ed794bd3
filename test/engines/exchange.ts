/** One message to a server and its answer, without a client library: enough to ask whether it is there. */
import { connect } from 'node:net';

const LIMIT = 2000;

/**
 * Connects to loopback, sends, and resolves with what came once `complete` says so.
 * @throws Error where the connection is refused, closed early, or silent for two seconds
 */
export function exchange(port: number, message: Buffer, complete: (received: Buffer) => boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1' });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(LIMIT, () => fail(new Error('No answer')));
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
