/**
 * The login page and its browser's wallets, through the Digital Credentials API (OpenID4VP 1.0, A). The cookie binds
 * the browser, and the wallet signs the page's origin. A victim's response from another page is refused, so no response
 * code is needed.
 */
import { type OperationReply, onBehalfOf } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { LoginDocument } from '@countersign/shared/model/login/logins';
import { sentOf } from './begin-login.ts';
import type { Finishing } from './finish-login.ts';
import type { LoginParts } from './parts.ts';

type Asked = Pick<Finishing, 'cause' | 'login'>;

/** `{requests}` for the browser. It changes nothing. */
export async function requestForBrowser(parts: LoginParts, { cause, login }: Asked): Promise<OperationReply> {
  const asked = { ...(await addressed(parts, login)), method: 'GET', query: { digital: 'true' } } as const;
  const { body } = await parts.call('verifier.button.request', onBehalfOf(cause, asked));
  const { requests = [] } = (body ?? {}) as { readonly requests?: [] };
  return { body: { requests } };
}

/** @throws ProtocolError for a response that is not accepted; the page can still receive one */
export async function answerOfBrowser(parts: LoginParts, { cause, login }: Asked): Promise<void> {
  const { body } = cause;
  // The edge lets only the page itself post here.
  const headers = { origin: new URL(parts.settings.PUBLIC_URL).origin };
  const asked = { ...(await addressed(parts, login)), method: 'POST', body, encoding: 'json', headers } as const;
  await parts.call('verifier.button.answer', onBehalfOf(cause, asked));
}

async function addressed(parts: LoginParts, login: LoginDocument) {
  const { page } = await sentOf(parts, login);
  if (page !== undefined) return { params: { reference: page } };
  throw new ProtocolError('gone', 'The login started before this server supported the Digital Credentials API', {
    reason: 'login_ended',
  });
}
