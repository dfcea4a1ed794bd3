/**
 * The private key of a request, which opens the answer: sealed beside the request, gone with its end. HAIP 1.0, 5 wants a
 * fresh one each time so that what was recorded on its way can't be opened later; that holds only where it is forgotten.
 */
import type { AgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { Vault } from '@countersign/shared/crypto/vault';
import { isObject, parseJson } from '@countersign/shared/json';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { type SessionDocument, sessions, updateDocument } from '@countersign/shared/store/sessions';

/** Milliseconds: how long after its request a key that nobody used may still lie there. */
const EVERY = 60_000;
const PAGE = 100;

export function sealResponseKey(vault: Vault, session: string, key: AgreementJwk): string {
  return vault.seal(JSON.stringify(key), contextOf(session));
}

/** @throws Error where the sealed text is no key */
export function openResponseKey(vault: Vault, session: string, sealed: string): AgreementJwk {
  const value: unknown = parseJson(vault.open(sealed, contextOf(session)));
  if (!isObject(value)) throw new Error('The sealed key is no object');
  return value as unknown as AgreementJwk;
}

/** The session without the key: nothing that arrives later can be opened. The same document where it has none. */
export function withoutResponseKey(document: SessionDocument): SessionDocument {
  const { responseKeyUntil, ...rest } = document;
  if (responseKeyUntil === undefined || rest.presentation === undefined) return document;
  const { sealedKey: _, ...presentation } = rest.presentation;
  return { ...rest, presentation };
}

/** The job that drops the keys of requests that expired without an answer. What a backend sees of them stays. */
export function dropExpiredKeys({ store, clock, log }: Pick<Platform, 'store' | 'clock' | 'log'>): Job {
  return {
    name: 'response-keys',
    every: EVERY,
    run: async () => {
      const now = clock();
      const drop = (session: SessionDocument): SessionDocument =>
        (session.responseKeyUntil ?? now) < now ? withoutResponseKey(session) : session;
      let count = 0;
      let after: string | undefined;
      do {
        const query = { index: 'responseKey', below: now, limit: PAGE } as const;
        const found = await store.find(sessions, after === undefined ? query : { ...query, after });
        for (const session of found.documents) await updateDocument(store, sessions, session.id, drop, session);
        count += found.documents.length;
        after = found.next;
      } while (after !== undefined);
      if (count > 0) log.info('keys of expired requests dropped', { service: 'verifier', job: 'response-keys', count });
    },
  };
}

function contextOf(session: string): string {
  return `session/${session}/presentation-key`;
}
