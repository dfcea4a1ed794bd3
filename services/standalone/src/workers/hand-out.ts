/**
 * The public port's connections: the primary accepts each, and hands it to the ready worker that has the fewest. The
 * limits of connections, in total and per address, are counted here, so they apply across all workers.
 */
import type { Socket } from 'node:net';
import { limitKey } from '@countersign/shared/http/client-address';
import { createFairShare } from '@countersign/shared/http/server/fair-share';
import type { DropReason } from '@countersign/shared/http/server/server';

/** A worker as the connections see it. */
export interface Taker {
  /** Sends a connection. The worker confirms that it has taken it, and later that the connection has ended. */
  give(id: number, socket: Socket): void;
}

export interface HandOutOptions {
  /** MAX_CONNECTIONS. */
  readonly most: number;
  /** Whether an address belongs to a proxy: its connections have no separate limit. */
  readonly isProxy: (remote: string) => boolean;
  readonly dropped: (reason: DropReason) => void;
}

export interface HandOut {
  /** Takes an accepted connection, of which nothing was read. It waits while no worker is ready. */
  accept(socket: Socket): void;
  /** The worker receives connections after this. */
  add(taker: Taker): void;
  /** It receives no more. It keeps its current connections. */
  drain(taker: Taker): void;
  /** It has ended, and its connections with it. Another worker receives the ones that it had not taken. */
  remove(taker: Taker): void;
  taken(id: number): void;
  closed(taker: Taker, id: number): void;
  /** Ends the waiting connections, and accepts no more. */
  close(): void;
}

interface Given {
  /** The copy of this process, until the worker has taken its own. */
  socket: Socket | undefined;
  readonly leave: () => void;
}

export function createHandOut({ most, isProxy, dropped }: HandOutOptions): HandOut {
  const places = createFairShare(most);
  const ready = new Set<Taker>();
  const given = new Map<Taker, Map<number, Given>>();
  const waiting: { readonly id: number; readonly connection: Given & { readonly socket: Socket } }[] = [];
  let last = 0;
  let closed = false;
  const held = (taker: Taker): Map<number, Given> => {
    const known = given.get(taker) ?? new Map<number, Given>();
    given.set(taker, known);
    return known;
  };
  const give = (id: number, connection: Given & { readonly socket: Socket }): void => {
    const [first, ...others] = ready;
    if (first === undefined) return void waiting.push({ id, connection });
    const taker = others.reduce((best, one) => (held(one).size < held(best).size ? one : best), first);
    held(taker).set(id, connection);
    taker.give(id, connection.socket);
  };
  return {
    accept: (socket) => {
      const remote = socket.remoteAddress ?? '';
      const leave = places.take(isProxy(remote) ? undefined : limitKey(remote));
      if (leave === undefined) dropped('address');
      if (leave === undefined || closed) return void socket.destroy();
      // The client may reset it before a worker has it.
      socket.on('error', () => undefined);
      last += 1;
      give(last, { socket, leave });
    },
    add: (taker) => {
      ready.add(taker);
      for (const { id, connection } of waiting.splice(0)) give(id, connection);
    },
    drain: (taker) => void ready.delete(taker),
    remove: (taker) => {
      ready.delete(taker);
      const lost = [...held(taker)];
      given.delete(taker);
      for (const [id, { socket, leave }] of lost) {
        if (socket === undefined) leave();
        else give(id, { socket, leave });
      }
    },
    taken: (id) => {
      for (const connections of given.values()) {
        const one = connections.get(id);
        if (one === undefined) continue;
        // Closes this process's copy. The connection itself stays open.
        one.socket?.destroy();
        one.socket = undefined;
      }
    },
    closed: (taker, id) => {
      const connections = held(taker);
      connections.get(id)?.leave();
      connections.delete(id);
    },
    close: () => {
      closed = true;
      for (const { connection } of waiting.splice(0)) {
        connection.socket.destroy();
        connection.leave();
      }
    },
  };
}
