/** A page, its backend and the browser's wallet, for the Digital Credentials API. */
import assert from 'node:assert/strict';
import { type DigitalMessage, openDigitalRequest } from '@countersign/wallet/presentation/digital-request';
import {
  encrypt,
  type HeldCredential,
  type PresentationRequest,
  present,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { pidQuestion } from './presentation.ts';
import type { Shape } from './presentation-during-issuance.ts';
import type { TestServer } from './server.ts';

export const ORIGIN = 'https://shop.example';
export const OTHER_ORIGIN = 'https://pay.example';

/** The question about a PID, for pages of two origins. */
export const pageQuestion = { ...pidQuestion, origins: [ORIGIN, OTHER_ORIGIN], issuerName: 'any' };

export interface MadeForPage {
  readonly session: string;
  readonly digital: { readonly requests: readonly DigitalMessage[] };
  readonly expiresAt: string;
}

const CREATE: Readonly<Record<string, string>> = {
  'variant A': '/oid4vp',
  'variant B': '/presentation-management/request',
};

/** Calls a variant's create endpoint with the response_type `dc-api`. */
export async function createForPage(server: TestServer, shape: Shape, body: object = {}): Promise<Answer> {
  const asked = { response_type: 'dc-api', requestId: 'page', ...body };
  return read(await shape.call(server, CREATE[shape.name] ?? '', { method: 'POST', body: JSON.stringify(asked) }));
}

export async function madeForPage(server: TestServer, shape: Shape, body: object = {}): Promise<MadeForPage> {
  const answer = await createForPage(server, shape, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.json as MadeForPage;
}

/** The backend posts its page's result. */
export async function postAnswer(
  server: TestServer,
  shape: Shape,
  session: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return read(await shape.call(server, `/session/${session}/dc-api`, init));
}

/** The wallet's response on a page with an origin. @throws WalletRefuses if the request is not meant for it */
export function walletAnswers({ digital }: MadeForPage, held: HeldCredential, origin = ORIGIN): DigitalMessage {
  const [message] = digital.requests;
  assert.ok(message !== undefined);
  const request = openDigitalRequest(message, origin);
  return { protocol: message.protocol, data: answerTo(request, held, `origin:${origin}`) };
}

/** A response's `data` with any audience: from a wallet that checks no origin. */
export function answerTo(request: PresentationRequest, held: HeldCredential, audience: string): DigitalMessage['data'] {
  const vp_token = { pid: [present(held, request, { audience })] };
  return request.response_mode === 'dc_api' ? { vp_token } : { response: encrypt(request, { vp_token }) };
}
