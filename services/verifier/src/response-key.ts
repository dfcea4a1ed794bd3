/**
 * The private key of a request, which opens the answer: sealed beside the request, gone with its end. HAIP 1.0, 5 wants a
 * fresh one each time so that what was recorded on its way can't be opened later; that holds only where it is forgotten.
 */

import type { AgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { Vault } from '@countersign/shared/crypto/vault';
import { isObject, parseJson } from '@countersign/shared/json';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { sideBySide } from '@countersign/shared/side-by-side';
import { pages } from '@countersign/shared/store/pages';
import { changeSession, type SessionChange } from '@countersign/shared/store/session-change';
import { withExpiry } from '@countersign/shared/store/session-expiry';
import { type SessionDocument, sessions } from '@countersign/shared/store/sessions';

/** Milliseconds: how long after its request a key that nobody used may still lie there. */
const EVERY = 60_000;
const PAGE = 100;
const WIDTH = 16;

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

/** The job that ends requests without an answer, and drops their keys. What else a backend sees of them stays. */
export function endUnanswered(platform: Pick<Platform, 'store' | 'clock' | 'log' | 'wakeRelay'>): Job {
  const { store, clock, log } = platform;
  return {
    name: 'response-keys',
    every: EVERY,
    run: async () => {
      const now = clock();
      const end = (session: SessionDocument): SessionChange | undefined =>
        (session.responseKeyUntil ?? now) < now
          ? { next: expired(withoutResponseKey(session)), events: [] }
          : undefined;
      let count = 0;
      for await (const documents of pages(store, sessions, { index: 'responseKey', below: now, limit: PAGE })) {
        await sideBySide(WIDTH, documents, async (session) => {
          await changeSession(platform, session, end);
        });
        count += documents.length;
      }
      if (count > 0) log.info('unanswered requests ended', { service: 'verifier', job: 'response-keys', count });
    },
  };
}

/** An issuance keeps the status of the issuance: it may begin anew, with another request. */
function expired(document: SessionDocument): SessionDocument {
  const { kind, presentation } = document;
  const progress = presentation?.progress;
  if (presentation === undefined || (progress?.state !== 'created' && progress?.state !== 'requested')) return document;
  const next: SessionDocument = {
    ...document,
    presentation: { ...presentation, progress: { ...progress, state: 'expired' } },
  };
  return kind === 'presentation' ? withExpiry({ ...next, status: 'expired' }) : next;
}

function contextOf(session: string): string {
  return `session/${session}/presentation-key`;
}
