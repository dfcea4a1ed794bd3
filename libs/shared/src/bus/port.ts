/**
 * The bus port: facts, at least once, in order per key, to each group. No request and reply.
 * Events carry ids and outcomes, never claims, keys, codes or tokens.
 */
import type { BusEvent, Topic } from './catalogue.ts';

/** Must be idempotent: acts on the document, never on the event's type alone. */
export type EventHandler = (event: BusEvent) => Promise<void>;

export interface Subscription {
  readonly topic: Topic;
  /** Consumer group: each group gets every event once (or more), by one of its members. */
  readonly group: string;
  readonly handler: EventHandler;
  /**
   * Every process is a group of its own and gets every event that comes while it runs, none from before: for what a
   * process keeps in its memory. Where it is absent, the processes of a service share the events of the group.
   */
  readonly eachReplica?: true;
}

export interface Bus {
  /**
   * Publishes events of one topic, in order. Resolves when they can't be lost any more: on Kafka when all in-sync
   * replicas have them, in one process when every subscribed group has handled or dead-lettered them.
   */
  publish(topic: Topic, events: readonly BusEvent[]): Promise<void>;
  /** Before `start`. */
  subscribe(subscription: Subscription): void;
  start(): Promise<void>;
  /** Finishes the handlers under way, then leaves. */
  stop(): Promise<void>;
  ping(): Promise<void>;
}
