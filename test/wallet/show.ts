/** The wallet at the terminal presents what it holds. */
import type { Journal } from './journal.ts';
import { type HeldCredential, type PresentationRequest, present, requestUriOf, responseFields } from './present.ts';
import { type Answer, read } from './wallet.ts';
import { succeeded, WalletFailure } from './wallet-failure.ts';
import { claimsOf, type WalletFile } from './wallet-file.ts';

export interface Terminal {
  readonly journal: Journal;
  readonly file: WalletFile;
  /** Prints one line of the result. */
  readonly say: (line: string) => void;
}

/** Answers the request of a link. @returns the verifier's answer @throws WalletFailure */
export async function show({ journal, file }: Terminal, link: string): Promise<Answer> {
  journal.step('Presentation request');
  const { text } = succeeded('The request', await read(await journal.fetch(requestUriOf(link))));
  const request = payloadOf(text);
  journal.note(`${request.client_id} asks for ${request.dcql_query.credentials.map(({ id }) => id).join(', ')}`);
  const held = file.held();
  const answers = request.dcql_query.credentials.map((query) => [query.id, [present(answering(held, query), request)]]);
  journal.step('Presentation');
  const body = new URLSearchParams(responseFields(request, Object.fromEntries(answers)));
  const answer = await read(await journal.fetch(request.response_uri, { method: 'POST', body }));
  succeeded('The verifier', answer);
  journal.note('accepted');
  return answer;
}

/** The newest credential of a type that is asked for. */
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
