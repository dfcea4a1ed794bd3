/** A request of the browser that began a login: it is known by its cookie. */
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { findLogin } from './account.ts';
import type { LoginClient } from './client.ts';
import type { Finished } from './finish-login.ts';
import { newGrant, replaceKept } from './kept-session.ts';
import type { Interaction } from './library.ts';
import type { LoginParts } from './parts.ts';
import { type ProviderMessage, providerMessage, providerReply } from './provider-message.ts';
import type { OpenProvider, ProviderFor } from './providers.ts';

export interface Visit extends OpenProvider {
  readonly asked: OperationRequest;
  readonly message: ProviderMessage;
  readonly interaction: Interaction;
  readonly client: LoginClient;
  /** Address of the page. */
  readonly page: string;
}

/** @returns undefined for a browser that did not begin this login, and once it has ended */
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

/** @throws ProtocolError `gone` for a browser that did not begin this login, and once it has ended */
export async function openLogin(parts: LoginParts, providerOf: ProviderFor, asked: OperationRequest) {
  const visit = await visitOf(parts, providerOf, asked);
  const login = visit && (await findLogin(parts, asked.tenant, visit.interaction.uid));
  if (visit !== undefined && login !== undefined) return { cause: asked, visit, login };
  throw new ProtocolError('gone', 'The login is complete', { reason: 'login_ended' });
}

/** Tells the library how the login ended. */
export async function endInteraction(visit: Visit, finished: Exclude<Finished, { kind: 'open' }>) {
  const { request, response } = visit.message;
  const result = finished.kind === 'error' ? errorResult(finished) : await loginResult(visit, finished.person);
  const location = await visit.provider.interactionResult(request, response, result, {
    mergeWithLastSubmission: false,
  });
  // Not before: the library compares the browser's login with that at the beginning.
  if (finished.kind === 'person') await replaceKept(visit.provider, visit.interaction);
  return { reply: providerReply(visit.message), location };
}

function errorResult({ error, description }: Extract<Finished, { kind: 'error' }>): JsonObject {
  return { error, error_description: description };
}

/** The wallet's screen was the consent. */
async function loginResult(
  { provider, interaction }: Visit,
  { authTime, amr, acr }: Extract<Finished, { kind: 'person' }>['person'],
): Promise<JsonObject> {
  const { uid, params } = interaction;
  const grant = newGrant(provider, { clientId: params.client_id ?? '', accountId: uid, params });
  return {
    login: { accountId: uid, ts: authTime, amr, ...(acr === undefined ? {} : { acr }), remember: false },
    consent: { grantId: await grant.save() },
    select_account: {},
  };
}
