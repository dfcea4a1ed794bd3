/**
 * The bus port: delivers events to each group at least once, in order per key. No request and reply.
 * Events carry ids and outcomes, never claims, keys, codes or tokens.
 */
import type { BusEvent, Topic } from './catalogue.ts';

/** Must be idempotent: acts on the document, never only on the event's type. */
export type EventHandler = (event: BusEvent) => Promise<void>;

export interface Subscription {
  readonly topic: Topic;
  /** Consumer group: one member of each group gets every event, once or more. */
  readonly group: string;
  readonly handler: EventHandler;
  /**
   * Each process is a separate group and gets every event published while it runs, but no earlier ones: for caches in
   * memory. If this is absent, the processes of a service share the group's events.
   */
  readonly eachReplica?: true;
}

export interface Bus {
  /**
   * Publishes events of one topic, in order. Resolves when they can't be lost any more: on Kafka when all in-sync
   * replicas have them, in one process when every subscribed group has handled or dead-lettered them.
   */
  publish(topic: Topic, events: readonly BusEvent[]): Promise<void>;
  /** Must be called before `start`. */
  subscribe(subscription: Subscription): void;
  start(): Promise<void>;
  /** Waits for running handlers, then disconnects. */
  stop(): Promise<void>;
  ping(): Promise<void>;
}
