/** Where the user returns after a presentation, if the webhook's response may choose it. Pure. */
import type { PresentationProgress, ResponseCode } from './presentation-part.ts';
import type { SessionDocument } from './sessions.ts';

/** Context of the encrypted redirect URI in a webhook's response. */
export function redirectContext(session: SessionDocument['id']): string {
  return `session/${session}/redirect`;
}

/** The code of a verified response whose way back a webhook may choose; undefined for every other presentation. */
export function chosenByWebhook({ presentation }: Pick<SessionDocument, 'presentation'>): ResponseCode | undefined {
  if (presentation?.redirect === undefined || presentation.progress.state !== 'verified') return undefined;
  return presentation.progress.responseCode;
}

/**
 * Keeps what the webhook returned. The first write decides: what comes after the wallet has its reply changes nothing.
 * @param sealed undefined if the webhook returned no redirect URI
 */
export function withRedirect<T extends SessionDocument>(session: T, sealed: string | undefined): T {
  return sealed === undefined ? session : decided(session, { sealed });
}

/** The webhook did not respond in time: the user returns to the request's redirect URI. */
export function withOwnRedirect<T extends SessionDocument>(session: T): T {
  return decided(session, {});
}

function decided<T extends SessionDocument>(session: T, redirect: NonNullable<ResponseCode['redirect']>): T {
  const { presentation } = session;
  const code = chosenByWebhook(session);
  if (presentation === undefined || code === undefined || code.redirect !== undefined) return session;
  const progress = { ...presentation.progress, responseCode: { ...code, redirect } } as PresentationProgress;
  return { ...session, presentation: { ...presentation, progress } };
}
