/** Look-ups for requests that must not wait for another server: what they asked about lately is looked up again before they come. */
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Job } from '@countersign/shared/runtime/service';
import type { StatusLookup, StatusQuestion } from '@countersign/shared/trust/status-lookup';
import { LRUCache } from 'lru-cache';

/** Milliseconds between two checks of the requested status. */
const EVERY = 30_000;
/** Milliseconds: what nobody has asked about since is not looked up again. */
const UNUSED = 3_600_000;
const MOST = 1000;

export interface ReadyLookup {
  /** Questions with `atOnce` are remembered. */
  readonly statusOf: StatusLookup;
  /** Every replica has its own lists. */
  readonly job: Job;
}

/** @param name of the job */
export function createReadyLookup(statusOf: StatusLookup, { clock, name }: ReadyOptions): ReadyLookup {
  const asked = new LRUCache<string, { readonly question: StatusQuestion; readonly at: number }>({ max: MOST });
  return {
    statusOf: async (question) => {
      if (question.atOnce === true) asked.set(keyOf(question), { question, at: clock() });
      return statusOf(question);
    },
    job: {
      name,
      every: EVERY,
      run: async () => {
        for (const [key, { question, at }] of [...asked.entries()]) {
          if (clock() - at > UNUSED) asked.delete(key);
          else await statusOf({ ...question, atOnce: false });
        }
      },
    },
  };
}

interface ReadyOptions {
  readonly clock: Clock;
  readonly name: string;
}

function keyOf({ tenant, reference: { uri, signer, preferred } }: StatusQuestion): string {
  return `${tenant} ${preferred ?? ''} ${signer?.fingerprint256 ?? ''} ${uri}`;
}
