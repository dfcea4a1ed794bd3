/**
 * Timers of kafkajs 2.2.4. From its first answer on, each of its connections checks a thousand times a second whether requests
 * wait behind a limit of the broker, also while none does, and ten times a second whether an answer is late. Six idle
 * connections of a service cost 3 % of a core, more than all else that an idle service does.
 */

/** What is replaced here of the class of a connection's requests. */
export interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly inflight: ReadonlyMap<unknown, SentRequest>;
  /** Milliseconds. */
  readonly requestTimeout: number;
  readonly isConnected: () => boolean;
  requestTimeoutIntervalId: NodeJS.Timeout | undefined;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}

interface SentRequest {
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

/** Milliseconds between two looks for late answers. */
const LATE_EVERY = 1000;

/** @param prototype of the class, which all connections of the process share */
export function quietRequests(prototype: RequestQueue): void {
  const { scheduleCheckPendingRequests } = prototype;
  // A request that comes to wait later, or an answer that makes room, calls this again.
  prototype.scheduleCheckPendingRequests = function scheduleIfAnyWaits(this: RequestQueue): void {
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
  };
  prototype.scheduleRequestTimeoutCheck = function checkEachSecond(this: RequestQueue): void {
    this.destroy();
    this.requestTimeoutIntervalId = setInterval(
      () => {
        const now = Date.now();
        for (const request of this.inflight.values()) {
          if (now - request.sentAt > request.requestTimeout) request.timeoutRequest();
        }
        if (!this.isConnected()) this.destroy();
      },
      Math.min(this.requestTimeout, LATE_EVERY),
    );
  };
}
