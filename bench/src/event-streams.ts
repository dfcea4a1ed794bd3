/** Many open streams of one tenant: the memory of the server for each, and the time until all have an event. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_KEY, type ServerProcess, startServerProcess } from './server/server-process.ts';

/** Number of streams to open together. */
const WIDTH = 100;
/** Milliseconds in which all streams receive something, so that garbage from opening them is collected. */
const SETTLE = 40_000;

export async function openStreams(root: string, count: number): Promise<void> {
  const server = await startServerProcess(root, {
    MAX_CONNECTIONS: String(count + 1000),
    EVENTS_STREAMS: String(count),
    EVENTS_STREAMS_TENANT: String(count),
    // All streams come from one address.
    TRUST_PROXY: '127.0.0.1',
  });
  try {
    // Warm-up memory of the process does not belong to the streams.
    const first = await open(server, 200);
    for (const { socket } of first) socket.destroy();
    await sleep(2000);
    const before = server.memory();
    const streams = await open(server, count);
    show('at once', server, before.own, count);
    const cpu = server.cpu();
    await sleep(SETTLE);
    show(`${SETTLE / 1000} s later`, server, before.own, count);
    print(`CPU while nothing happens: ${(((server.cpu() - cpu) / SETTLE) * 100).toFixed(1)} % of a core`);
    await sendOne(server, streams);
    for (const { socket } of streams) socket.destroy();
  } finally {
    await server.stop();
  }
}

interface Stream {
  readonly socket: Socket;
  events: number;
}

async function open(server: ServerProcess, count: number): Promise<readonly Stream[]> {
  const streams: Stream[] = [];
  for (let opened = 0; opened < count; opened += WIDTH) {
    const batch = Array.from({ length: Math.min(WIDTH, count - opened) }, () => openOne(server));
    streams.push(...(await Promise.all(batch)));
  }
  return streams;
}

function openOne({ url }: ServerProcess): Promise<Stream> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const stream: Stream = { socket, events: 0 };
    socket.once('error', reject);
    socket.write(
      `GET /events HTTP/1.1\r\nhost: ${hostname}\r\naccept: text/event-stream\r\nx-api-key: ${API_KEY}\r\n\r\n`,
    );
    let begun = false;
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (!begun && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 200)));
      begun = true;
      stream.events += text.split('\ndata: ').length - 1;
      resolve(stream);
    });
  });
}

async function sendOne(server: ServerProcess, streams: readonly Stream[]): Promise<void> {
  const body = { response_type: 'uri', credentialConfigurationIds: ['pid'], flow: 'pre_authorized_code' };
  const headers = { 'content-type': 'application/json', 'x-api-key': API_KEY };
  const begun = performance.now();
  const answer = await fetch(`${server.url}/vci/offer`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 201) throw new Error(`Creating the offer returned ${answer.status}`);
  while (streams.some(({ events }) => events === 0)) await sleep(5);
  print(
    `an event reaches all ${streams.length} streams ${(performance.now() - begun).toFixed(0)} ms after its request`,
  );
}

function show(when: string, server: ServerProcess, before: number, count: number): void {
  const { own } = server.memory();
  const each = ((own - before) * 1024) / count;
  print(
    `${when}: ${own.toFixed(0)} MB for the streams, ${before.toFixed(0)} MB before: ${each.toFixed(1)} kB per stream`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
