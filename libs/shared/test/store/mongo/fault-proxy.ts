/** A TCP proxy in front of an engine that fails on demand. It knows only the names of the protocol's commands. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `before`: the command never arrives; `after`: it is carried out, and its response is lost; `hold`: neither arrives.
 */
export type Cut = 'before' | 'after' | 'hold';

export interface FaultProxy {
  readonly port: number;
  /** Cuts the connections of the next commands with that name, one `Cut` each. */
  cut(command: string, ...cuts: Cut[]): void;
  /** Delays the response to the next command with that name until `during` has ended, then drops or passes it. */
  late(command: string, during: () => Promise<void>, end: 'cut' | 'answer'): void;
  /** How often a command of that name was seen. */
  seen(command: string): number;
  /** Accepts every byte and returns none. */
  stall(): void;
  /** Closes all connections and accepts no new ones. */
  stop(): Promise<void>;
  /** Listens again, at the same port. */
  start(): Promise<void>;
}

/** What happens to one command, and to its response. */
type Plan =
  | { readonly command: 'drop' | 'hold' }
  | { readonly command: 'pass'; readonly during: () => Promise<void>; readonly end: 'cut' | 'answer' };

/** @param target host and port of the engine */
export async function faultProxy(target: { readonly host: string; readonly port: number }): Promise<FaultProxy> {
  const plans = new Map<string, Plan[]>();
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  let stalled = false;

  const commandOf = (bytes: Buffer): string | undefined => {
    const name = bytes.length < 31 ? undefined : commandName(bytes);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    return name;
  };
  const serve = (client: Socket): void => {
    const upstream = connect(target.port, target.host);
    let planned: Extract<Plan, { command: 'pass' }> | undefined;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      if (stalled) return;
      const plan = plans.get(commandOf(bytes) ?? '')?.shift();
      if (plan?.command === 'drop') return end();
      if (plan?.command === 'hold') return;
      planned = plan?.command === 'pass' ? plan : undefined;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (stalled) return;
      const plan = planned;
      planned = undefined;
      if (plan === undefined) return void client.write(bytes);
      void plan.during().finally(() => (plan.end === 'cut' ? end() : client.write(bytes)));
    });
  };

  let server: Server | undefined;
  let port = 0;
  const start = async (): Promise<void> => {
    stalled = false;
    server = createServer(serve).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address !== null && typeof address === 'object') port = address.port;
  };
  await start();
  const add = (command: string, plan: Plan): void => void plans.set(command, [...(plans.get(command) ?? []), plan]);
  return {
    get port() {
      return port;
    },
    cut: (command, ...cuts) => {
      for (const cut of cuts) {
        if (cut === 'after') add(command, { command: 'pass', during: async () => undefined, end: 'cut' });
        else add(command, { command: cut === 'before' ? 'drop' : 'hold' });
      }
    },
    late: (command, during, end) => add(command, { command: 'pass', during, end }),
    seen: (command) => counts.get(command) ?? 0,
    stall: () => {
      stalled = true;
    },
    stop: async () => {
      const closing = server;
      server = undefined;
      closing?.close();
      for (const socket of sockets) socket.destroy();
      if (closing?.listening === true) await once(closing, 'close');
    },
    start,
  };
}

/** OP_MSG: 16 bytes of header, 4 of flags, 1 kind of section, 4 length of the document, 1 type, then its first key. */
function commandName(bytes: Buffer): string | undefined {
  if (bytes.readInt32LE(12) !== 2013) return undefined;
  return bytes.toString('latin1', 26, bytes.indexOf(0, 26));
}
