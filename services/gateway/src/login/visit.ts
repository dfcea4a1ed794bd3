/** A request from the browser that started a login, which its cookie identifies. */
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { findLogin } from './account.ts';
import type { LoginClient } from './client.ts';
import type { Finished } from './finish-login.ts';
import { replaceKept } from './kept-session.ts';
import type { Interaction } from './library.ts';
import type { LoginParts } from './parts.ts';
import { type ProviderMessage, providerMessage, providerReply } from './provider-message.ts';
import type { OpenProvider, ProviderFor } from './providers.ts';

export interface Visit extends OpenProvider {
  readonly asked: OperationRequest;
  readonly message: ProviderMessage;
  readonly interaction: Interaction;
  readonly client: LoginClient;
  /** The page's URL. */
  readonly page: string;
}

/** @returns undefined for a browser that did not start this login, and once it has ended */
export async function visitOf(
  parts: LoginParts,
  providerOf: ProviderFor,
  asked: OperationRequest,
): Promise<Visit | undefined> {
  const open = await providerOf(asked.tenant);
  const uid = asked.params.session ?? '';
  const message = providerMessage(asked, open.issuer, `/interaction/${uid}`);
  const interaction = await open.provider
    .interactionDetails(message.request, message.response)
    .catch((error: unknown) => {
      if (error instanceof open.library.errors.SessionNotFound) return undefined;
      throw error;
    });
  const client = interaction && (await parts.clients.get(asked.tenant, interaction.params.client_id ?? ''));
  if (interaction?.uid !== uid || client === undefined) return undefined;
  return { ...open, asked, message, interaction, client, page: `${open.issuer}/interaction/${uid}` };
}

/** @throws ProtocolError `forbidden` for a browser that did not begin this login, and once it has ended; `gone` before its page was shown */
export async function openLogin(parts: LoginParts, providerOf: ProviderFor, asked: OperationRequest) {
  const visit = await visitOf(parts, providerOf, asked);
  if (visit === undefined) {
    throw new ProtocolError('forbidden', 'This browser did not begin the login, or the login has ended', {
      reason: 'login_browser',
    });
  }
  const login = await findLogin(parts, asked.tenant, visit.interaction.uid);
  if (login !== undefined) return { cause: asked, visit, login };
  throw new ProtocolError('gone', 'The login is complete', { reason: 'login_ended' });
}

type Ended = Exclude<Finished, { kind: 'open' }>;

/**
 * Tells the library how the login ended, and returns its response: the browser need not follow a redirect from us to
 * us.
 */
export async function leadBack(visit: Visit, finished: Ended): Promise<OperationReply> {
  const { asked, interaction, provider, answer, issuer, ended } = visit;
  const { uid } = interaction;
  if (finished.kind === 'person') await replaceKept(provider, interaction);
  ended.set(uid, resultOf(visit, finished));
  try {
    const message = providerMessage({ ...asked, method: 'GET', query: {} }, issuer, `/auth/${uid}`);
    await answer(message.request, message.response);
    return providerReply(message);
  } finally {
    ended.delete(uid);
  }
}

/** Tells the library how the login ended, for a page that redirects the browser itself. */
export async function endInteraction(visit: Visit, finished: Ended) {
  const { request, response } = visit.message;
  const result = resultOf(visit, finished);
  const location = await visit.provider.interactionResult(request, response, result, {
    mergeWithLastSubmission: false,
  });
  // Not before: the library compares the browser's login with the one at the start.
  if (finished.kind === 'person') await replaceKept(visit.provider, visit.interaction);
  return { reply: providerReply(visit.message), location };
}

/** The wallet's screen was the consent. */
function resultOf({ interaction: { uid } }: Visit, finished: Ended): JsonObject {
  if (finished.kind === 'error') return { error: finished.error, error_description: finished.description };
  const { authTime, amr, acr } = finished.person;
  return {
    login: { accountId: uid, ts: authTime, amr, ...(acr === undefined ? {} : { acr }), remember: false },
    consent: {},
    select_account: {},
  };
}
