/** The wallet at the terminal takes the credentials of an offer; where the offer requires a presentation first, it presents. */

import { type Offer, PRE_AUTHORIZED } from '../issuance/offer.ts';
import { Wallet } from '../issuance/wallet.ts';
import { claimsOf } from '../jwt/disclosed-claims.ts';
import { newWalletKey } from '../jwt/keys.ts';
import { type Answer, read } from '../sending/answer.ts';
import { show, type Terminal } from './show.ts';
import { refused, succeeded, WalletFailure } from './wallet-failure.ts';

/** Number of requests for a deferred credential. */
const MOST_DEFERRED = 60;

export interface TakeOptions {
  readonly link: URL;
  readonly txCode?: string;
  /** Waits this number of seconds. */
  readonly pause: (seconds: number) => Promise<void>;
}

/** Takes every credential of the offer, keeps it and prints its claims. @throws WalletFailure */
export async function take(terminal: Terminal, options: TakeOptions): Promise<void> {
  const offer = await readOffer(terminal, options);
  const wallet = new Wallet({ issuer: offer.credential_issuer, fetch: terminal.journal.fetch });
  const token = await tokenFor(terminal, wallet, offer, options);
  for (const id of offer.credential_configuration_ids) await takeOne(terminal, wallet, { id, token, options });
}

/** The offer of a link. @throws WalletFailure */
export async function readOffer(
  { journal }: Terminal,
  { link, txCode }: Pick<TakeOptions, 'link' | 'txCode'>,
): Promise<Offer> {
  journal.step('Offer');
  const inline = link.searchParams.get('credential_offer');
  const uri = link.searchParams.get('credential_offer_uri') ?? '';
  const offer: Offer = inline ? JSON.parse(inline) : succeeded('The offer', await read(await journal.fetch(uri))).json;
  const flow = offer.grants[PRE_AUTHORIZED] === undefined ? 'authorization code' : 'pre-authorized code';
  journal.note(`${offer.credential_configuration_ids.join(', ')} of ${offer.credential_issuer}, ${flow}`);
  if (offer.grants[PRE_AUTHORIZED]?.tx_code !== undefined && txCode === undefined) {
    const next =
      'run the command again with --tx-code and the code, which the backend got as txCode with the offer, or chose';
    throw new WalletFailure('The offer asks for a transaction code', next);
  }
  return offer;
}

async function tokenFor(terminal: Terminal, wallet: Wallet, offer: Offer, { txCode }: TakeOptions): Promise<string> {
  const parameters =
    offer.grants[PRE_AUTHORIZED] === undefined
      ? wallet.codeParameters(await codeFor(terminal, wallet, offer))
      : wallet.preAuthorizedParameters(offer, txCode);
  const { journal } = terminal;
  journal.step('Token');
  const { json } = succeeded('The token endpoint', await wallet.token(parameters));
  journal.note(`${json.token_type} token for ${json.expires_in} s`);
  return json.access_token;
}

/** Calls the challenge endpoint first, as wallets do: it leads to a presentation or to the browser. */
async function codeFor(terminal: Terminal, wallet: Wallet, offer: Offer): Promise<string> {
  const { journal } = terminal;
  journal.step('Authorization challenge');
  const { response_type: _, ...parameters } = wallet.authorizationParameters(offer);
  const challenge = await wallet.form('/authorize/challenge', parameters);
  switch (challenge.json?.error) {
    case 'insufficient_authorization':
      journal.note('a presentation is needed first');
      return codeAfterPresentation(terminal, wallet, challenge.json);
    case 'redirect_to_web':
      journal.note('continues at the authorization endpoint');
      return codeOfBrowser(terminal, wallet, challenge.json.request_uri);
    default:
      throw refused('The challenge endpoint', challenge);
  }
}

async function codeAfterPresentation(
  terminal: Terminal,
  wallet: Wallet,
  { auth_session, presentation }: { readonly auth_session: string; readonly presentation: string },
): Promise<string> {
  const { json } = await show(terminal, presentation);
  const { presentation_during_issuance_session } = json;
  terminal.journal.step('Authorization challenge, with the presentation');
  const parameters = { client_id: wallet.clientId, auth_session, presentation_during_issuance_session };
  const answer = succeeded('The challenge endpoint', await wallet.form('/authorize/challenge', parameters));
  terminal.journal.note('authorization code');
  return answer.json.authorization_code;
}

async function codeOfBrowser({ journal }: Terminal, wallet: Wallet, requestUri: string): Promise<string> {
  journal.step('Authorization');
  const answer = await wallet.authorize(requestUri);
  const location = answer.headers.get('location') ?? '';
  const back = URL.canParse(location) ? new URL(location).searchParams : undefined;
  const code = back?.get('code');
  if (code) {
    journal.note('authorization code');
    return code;
  }
  const error = back?.get('error');
  if (error) throw refused('The authorization endpoint', { ...answer, json: Object.fromEntries(back ?? []) });
  throw refused('The authorization endpoint', answer);
}

interface Wanted {
  readonly id: string;
  readonly token: string;
  readonly options: TakeOptions;
}

async function takeOne(
  { journal, file, say }: Terminal,
  wallet: Wallet,
  { id, token, options }: Wanted,
): Promise<void> {
  journal.step(`Credential ${id}`);
  const fresh = await journal.fetch(`${wallet.issuer}/vci/nonce`, { method: 'POST' });
  const { c_nonce: nonce } = succeeded('The nonce endpoint', await read(fresh)).json;
  const key = newWalletKey();
  const proofs = { jwt: [wallet.proof(key, nonce)] };
  const first = await wallet.credential(token, { credential_configuration_id: id, proofs });
  const { json } = await collected(journal, wallet, token, succeeded('The credential endpoint', first), options);
  const credential: string = json.credentials[0].credential;
  file.keep(wallet.issuer, { credential, key });
  journal.note('kept');
  journal.step('Notification');
  succeeded('The notification endpoint', await wallet.notify(token, json.notification_id));
  journal.note('credential_accepted');
  say(`${id}: ${JSON.stringify(claimsOf(credential), null, 2)}`);
}

/** A credential whose claims are late is deferred (OpenID4VCI 1.0, 9): the wallet requests it again until it is ready. */
async function collected(
  journal: Terminal['journal'],
  wallet: Wallet,
  token: string,
  first: Answer,
  { pause }: TakeOptions,
): Promise<Answer> {
  let answer = first;
  for (let tries = 0; answer.json?.transaction_id !== undefined && tries < MOST_DEFERRED; tries += 1) {
    const { transaction_id, interval = 5 } = answer.json;
    journal.note(`deferred: asks again in ${interval} s`);
    await pause(interval);
    answer = succeeded('The deferred endpoint', await wallet.resource('/vci/deferred', token, { transaction_id }));
  }
  if (answer.json?.credentials !== undefined) return answer;
  throw new WalletFailure(
    'The credential did not come',
    "look at claimsStatus of the session, and at the backend's claims webhook",
  );
}
