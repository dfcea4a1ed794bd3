/** A worker's end of the channel, through which it reaches everything that it shares with the others. */
import type { Socket } from 'node:net';
import type { BusNeighbours } from '@countersign/shared/bus/in-process';
import type { Samples } from '@countersign/shared/metrics/prom';
import { createWorkersCache, type WorkersCache } from './common-cache.ts';
import type { FromWorker, ToWorker, WorkerStart, WorkersState } from './messages.ts';

/** Reaches the primary, and passes on what the primary sends. */
export interface Channel {
  send(message: FromWorker): void;
  listen(take: (message: ToWorker, socket?: Socket) => void): void;
}

export interface WorkerLink {
  readonly cache: WorkersCache;
  readonly neighbours: BusNeighbours;
  /** Workers that handle requests, as the primary last reported. */
  ready(): number;
  /** Whether the worker of this place has ended. */
  ended(place: string): boolean;
  /** From now on connections are served. */
  serve(adopt: (socket: Socket) => void): void;
  /** The primary's requests. */
  on(calls: WorkerCalls): void;
  send(message: FromWorker): void;
}

export interface LinkEvents {
  readonly start: (start: WorkerStart) => void;
  readonly stop: () => void;
}

export interface WorkerCalls {
  readonly sweep: () => void;
  readonly samples: () => Promise<Samples>;
}

/** @param start called once, with what the worker must know */
export function openWorkerLink(channel: Channel, { start, stop }: LinkEvents): WorkerLink {
  const cache = createWorkersCache((asks) => channel.send({ kind: 'cache', asks }));
  let state: WorkersState = { ready: 0, ended: [] };
  let adopt: ((socket: Socket) => void) | undefined;
  let calls: WorkerCalls | undefined;
  let take: Parameters<BusNeighbours['receive']>[0] = () => undefined;

  const connection = (id: number, socket: Socket | undefined): void => {
    channel.send({ kind: 'taken', id });
    const closed = (): void => channel.send({ kind: 'closed', id });
    // The client had left before it arrived here.
    if (socket === undefined) closed();
    socket?.once('close', closed);
    if (adopt === undefined) socket?.destroy();
    else if (socket !== undefined) adopt(socket);
  };
  const scrape = async (id: number): Promise<void> => {
    const samples = await (calls?.samples() ?? Promise.resolve([])).catch((): Samples => []);
    channel.send({ kind: 'scraped', id, samples });
  };
  channel.listen((message, socket) => {
    switch (message.kind) {
      case 'connection':
        return connection(message.id, socket);
      case 'cache':
        return cache.answered(message.answers);
      case 'events':
        return take(message.topic, message.events);
      case 'workers':
        state = message.state;
        return;
      case 'sweep':
        return calls?.sweep();
      case 'scrape':
        return void scrape(message.id);
      case 'start':
        return start(message.start);
      case 'stop':
        return stop();
    }
  });
  return {
    cache,
    neighbours: {
      send: (topic, events) => channel.send({ kind: 'events', topic, events }),
      receive: (own) => {
        take = own;
      },
    },
    ready: () => state.ready,
    ended: (place) => state.ended.includes(place),
    serve: (own) => {
      adopt = own;
    },
    on: (own) => {
      calls = own;
    },
    send: (message) => channel.send(message),
  };
}
