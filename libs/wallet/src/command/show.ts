/** The wallet at the terminal presents what it holds. */
import { claimsOf, ownClaimsOf } from '../jwt/disclosed-claims.ts';
import {
  errorFields,
  type HeldCredential,
  type PresentationRequest,
  present,
  requestUriOf,
  responseFields,
} from '../presentation/present.ts';
import { type Answer, read } from '../sending/answer.ts';
import type { Journal } from './journal.ts';
import { succeeded, WalletFailure } from './wallet-failure.ts';
import type { WalletFile } from './wallet-file.ts';

export interface Terminal {
  readonly journal: Journal;
  readonly file: WalletFile;
  /** Prints one line of the result. */
  readonly say: (line: string) => void;
}

/**
 * Answers the request of a link with the requested claims, and prints them.
 * @returns the verifier's answer
 * @throws WalletFailure
 */
export async function show(terminal: Terminal, link: string): Promise<Answer> {
  const { journal, file } = terminal;
  const request = await requestOf(terminal, link);
  const held = file.held();
  const chosen = request.dcql_query.credentials.map((query) => ({ id: query.id, held: answering(held, query) }));
  for (const { id, held } of chosen) journal.note(`shows for ${id}: ${JSON.stringify(ownClaimsOf(held.credential))}`);
  journal.step('Presentation');
  const vpToken = Object.fromEntries(chosen.map(({ id, held }) => [id, [present(held, request)]]));
  const answer = await send(terminal, request, responseFields(request, vpToken));
  journal.note('accepted');
  return answer;
}

/**
 * Answers the request of a link as a person does who declines: `access_denied`, encrypted where the request asks for
 * encrypted answers (OpenID4VP 1.0, 8.5). Needs no credential.
 * @throws WalletFailure
 */
export async function decline(terminal: Terminal, link: string): Promise<void> {
  const request = await requestOf(terminal, link);
  terminal.journal.step('Refusal');
  await send(terminal, request, errorFields(request, 'access_denied'));
  terminal.journal.note('declined');
}

async function requestOf({ journal }: Terminal, link: string): Promise<PresentationRequest> {
  journal.step('Presentation request');
  const { text } = succeeded('The request', await read(await journal.fetch(requestUriOf(link))));
  const request = payloadOf(text);
  journal.note(`${request.client_id} asks for ${request.dcql_query.credentials.map(({ id }) => id).join(', ')}`);
  return request;
}

async function send(
  { journal }: Terminal,
  request: PresentationRequest,
  fields: Record<string, string>,
): Promise<Answer> {
  const body = new URLSearchParams(fields);
  return succeeded('The verifier', await read(await journal.fetch(request.response_uri, { method: 'POST', body })));
}

/** The newest credential of a requested type. */
function answering(held: readonly HeldCredential[], query: { readonly id: string }): HeldCredential {
  const { meta } = query as { readonly meta?: { readonly vct_values?: readonly string[] } };
  const wanted = meta?.vct_values;
  const found = held.findLast(({ credential }) => wanted?.includes(String(claimsOf(credential).vct)) ?? true);
  if (found !== undefined) return found;
  const type = wanted === undefined ? '' : ` of the type ${wanted.join(' or ')}`;
  throw new WalletFailure(
    `The wallet holds no credential${type} for the question '${query.id}'`,
    'make an offer of it, take it with npm run wallet, and run this command again',
  );
}

function payloadOf(jwt: string): PresentationRequest {
  try {
    return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    throw new WalletFailure('The request is no signed request object', 'look whether the link is one of this server');
  }
}
