/**
 * Timers of kafkajs 2.2.4. After its first response, each connection checks a thousand times per second whether
 * requests wait for the broker's limit, even if none does, and ten times per second whether a response is late. Six
 * idle connections of a service cost 3 % of a core, more than everything else that an idle service does.
 */

/** The replaced members of the class for a connection's requests. */
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

/** Milliseconds between two checks for late responses. */
const LATE_EVERY = 1000;

/** @param prototype of the class, which all connections of the process share */
export function quietRequests(prototype: RequestQueue): void {
  const { scheduleCheckPendingRequests } = prototype;
  // A request that has to wait later, or a response that makes room, calls this again.
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
