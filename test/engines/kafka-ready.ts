/** Asks a Kafka broker, in its own protocol, whether consumer groups can be joined. */
import { exchange } from './exchange.ts';

const FIND_COORDINATOR = 10;
const HEARTBEAT = 12;
const UNKNOWN_MEMBER_ID = 25;

/**
 * True once a group's coordinator exists and has loaded its offsets. The request also creates the offsets topic, so
 * that a test's first consumer does not wait for it.
 */
export async function groupsAreReady(port: number): Promise<boolean> {
  const group = text('readiness');
  // FindCoordinator v1: key, type 0 for a group. Answer: throttle time, error code.
  const found = await ask(port, FIND_COORDINATOR, 1, Buffer.concat([group, Buffer.from([0])]));
  if (found.readInt16BE(4) !== 0) return false;
  // Heartbeat v0: group, generation, member. A coordinator that is still loading returns a different error.
  const beat = await ask(port, HEARTBEAT, 0, Buffer.concat([group, Buffer.alloc(4), text('no-member')]));
  return beat.readInt16BE(0) === UNKNOWN_MEMBER_ID;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** @returns the response body */
async function ask(port: number, api: number, version: number, body: Buffer): Promise<Buffer> {
  const head = Buffer.alloc(12);
  head.writeInt16BE(api, 4);
  head.writeInt16BE(version, 6);
  head.writeInt32BE(1, 8);
  const message = Buffer.concat([head, text('readiness'), body]);
  message.writeInt32BE(message.length - 4, 0);
  const received = await exchange(port, message, (b) => b.length >= 4 && b.length >= 4 + b.readInt32BE(0));
  return received.subarray(8);
}
