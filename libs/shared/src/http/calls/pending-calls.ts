/** The calls of a channel that wait for their replies. */
import { MAX_REPLY_BYTES } from '../internal-message.ts';
import type { Frame } from './frames.ts';
import { type Answer, NoAnswer, TIMED_OUT } from './no-answer.ts';

export interface PendingCalls {
  /**
   * Waits for the reply to a call.
   * @param budget milliseconds
   * @param ready when it can be sent; rejects if it can't
   * @param send sends it by this id; not called once the budget is used up
   * @throws NoAnswer
   */
  ask(budget: number, ready: Promise<void>, send: (id: number) => void): Promise<Answer>;
  /** @throws Error for a reply that is too large */
  take(frame: Frame, isLeaving: boolean): void;
  failAll(error: NoAnswer): void;
}

interface Pending {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: NoAnswer) => void;
  readonly parts: Buffer[];
  size: number;
}

export function createPendingCalls(): PendingCalls {
  const pending = new Map<number, Pending>();
  let last = 0;
  return {
    ask: async (budget, ready, send) => {
      last = (last + 1) % 2 ** 32;
      const id = last;
      const timer = setTimeout(() => pending.get(id)?.reject(new NoAnswer(TIMED_OUT)), budget);
      try {
        return await new Promise<Answer>((resolve, reject) => {
          pending.set(id, { resolve, reject, parts: [], size: 0 });
          ready.then(() => pending.has(id) && send(id)).catch(reject);
        });
      } finally {
        clearTimeout(timer);
        pending.delete(id);
      }
    },
    take: ({ kind, id, head, body }, isLeaving) => {
      const call = pending.get(id);
      // Its caller waits no longer.
      if (call === undefined) return;
      call.size += body.length;
      if (call.size > MAX_REPLY_BYTES) throw new Error('A reply is too large');
      call.parts.push(body);
      if (kind === 'part') return;
      const whole = call.parts.length === 1 ? body : Buffer.concat(call.parts, call.size);
      call.resolve({ status: kind === 'reply' ? 200 : 503, meta: head, body: whole, isLeaving });
    },
    failAll: (error) => {
      for (const { reject } of pending.values()) reject(error);
    },
  };
}
