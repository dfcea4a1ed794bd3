/** The ways from an offer to an authorization code, including the presentation that some of them require. */
import { setTimeout as sleep } from 'node:timers/promises';
import { payloadOf } from '../jwt/disclosed-claims.ts';
import { interactionBinding } from '../presentation/binding.ts';
import type { PresentationRequest } from '../presentation/present.ts';
import { encrypt } from '../presentation/present.ts';
import type { Answer } from '../sending/answer.ts';
import { Refused, required, succeeded, WalletRefuses } from '../sending/failures.ts';
import type { Narrator } from '../sending/narrator.ts';
import type { Offer } from './offer.ts';
import type { TokenWallet } from './token-wallet.ts';

/**
 * `challenge`: the authorization challenge endpoint, with a presentation to the verifier. `browser`: PAR and the pages
 * of the authorization endpoint. `interactive`: the wallet presents at the challenge endpoint (drafts of OpenID4VCI
 * 1.1); `interactive-before`: the same in the dialect before 2026-06-24.
 */
export const ways = ['challenge', 'browser', 'interactive', 'interactive-before'] as const;

export type Way = (typeof ways)[number];

export interface Authorized {
  readonly code: string;
  /** It came from a presentation, without a browser. */
  readonly presented: boolean;
}

/** @param way default by the habits of the wallet and the metadata @throws Refused @throws WalletRefuses */
export async function authorize(wallet: TokenWallet, offer: Offer, narrator: Narrator, way?: Way): Promise<Authorized> {
  const { server } = await wallet.metadata();
  const begins =
    wallet.habits.authorization.begins === 'challenge' && server.authorization_challenge_endpoint !== undefined;
  switch (way ?? (begins ? 'challenge' : 'browser')) {
    case 'challenge':
      return byChallenge(wallet, offer, narrator);
    case 'browser':
      return { code: await byBrowser(wallet, offer, narrator), presented: false };
    case 'interactive':
      return { code: await byInteraction(wallet, offer, narrator, DIALECTS.ia), presented: true };
    case 'interactive-before':
      return { code: await byInteraction(wallet, offer, narrator, DIALECTS.iae), presented: true };
  }
}

async function byBrowser(wallet: TokenWallet, offer: Offer, narrator: Narrator): Promise<string> {
  narrator.step('Pushed authorization request');
  const parameters = await wallet.authorizationParameters(offer, offer.credential_configuration_ids);
  const pushed = wallet.accepted('par', await wallet.par(parameters));
  const { request_uri } = pushed.json;
  // A request that a fault left out: the parameters go in the query, as before PAR.
  return visit(wallet, request_uri === undefined ? parameters : { request_uri }, narrator);
}

async function visit(
  wallet: TokenWallet,
  query: Readonly<Record<string, string | undefined>>,
  narrator: Narrator,
): Promise<string> {
  narrator.step('Authorization');
  const code = await wallet.authorizeWith(query, (page) => throughPage(wallet, page, narrator));
  narrator.note('authorization code');
  return code;
}

/**
 * The authorization challenge endpoint, and the presentation it requires (presentation during issuance).
 * @param presenting responds to a link's request; returns `presentation_during_issuance_session`
 */
export async function byChallenge(
  wallet: TokenWallet,
  offer: Offer,
  narrator: Narrator,
  presenting: (link: string) => Promise<string | undefined> = async (link) =>
    (await present(wallet, link, narrator)).answer.json?.presentation_during_issuance_session,
): Promise<Authorized> {
  const { server } = await wallet.metadata();
  const endpoint = required(server.authorization_challenge_endpoint, 'authorization challenge endpoint');
  narrator.step('Authorization challenge');
  const whole = await wallet.authorizationParameters(offer, offer.credential_configuration_ids);
  const { response_type: _, ...parameters } = whole;
  const first = wallet.known('challenge', await wallet.sender.form('challenge', endpoint, parameters));
  const { error, auth_session, presentation, request_uri } = first.json ?? {};
  if (error === 'redirect_to_web') {
    narrator.note('continues at the authorization endpoint');
    return { code: await visit(wallet, { request_uri }, narrator), presented: false };
  }
  if (error !== 'insufficient_authorization') throw new Refused('challenge', first);
  narrator.note('a presentation is needed first');
  const presentation_during_issuance_session = await presenting(presentation);
  narrator.step('Authorization challenge, with the presentation');
  const body = { client_id: wallet.clientParameter(), auth_session, presentation_during_issuance_session };
  const second = wallet.accepted('challenge', await wallet.sender.form('challenge', endpoint, body));
  narrator.note('authorization code');
  return { code: String(second.json?.authorization_code), presented: true };
}

/** Presents to the verifier of a link, with notes. */
export async function present(wallet: TokenWallet, link: string, narrator: Narrator) {
  const { holder } = wallet;
  narrator.step('Presentation request');
  const request = await holder.open(link);
  narrator.asked(request);
  const chosen = holder.choose(request);
  narrator.shows(chosen);
  narrator.step('Presentation');
  const answer = await holder.respond(request, { vp_token: holder.vpToken(request, chosen) });
  narrator.note('accepted');
  return { request, chosen, answer };
}

/** How often the wallet polls the page for the outcome of the presentation, and the delay between two polls, milliseconds. */
const MAX_POLLS = 100;
const POLL = 100;

/**
 * The authorization endpoint's page that requires a presentation, without a browser: responds to its link's request,
 * and follows it. @returns the address that the page redirects to
 */
export async function throughPage(wallet: TokenWallet, page: Answer, narrator: Narrator): Promise<string> {
  const [link, follow] = [/class="button" href="([^"]+)"/, /data-follow="([^"]+)"/].map(
    (form) => form.exec(page.text)?.[1],
  );
  if (link === undefined || follow === undefined || !isRequest(unescaped(link))) throw new Refused('authorize', page);
  narrator.note('a page asks for a presentation first');
  await present(wallet, unescaped(link), narrator);
  narrator.step('Back at the authorization endpoint');
  const { server } = await wallet.metadata();
  const url = new URL(unescaped(follow), server.authorization_endpoint).href;
  const headers = { accept: 'application/json' };
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const { json } = succeeded(
      'authorize',
      await wallet.transport.send(() => ({ step: 'authorize', method: 'GET', url, headers })),
    );
    if (typeof json?.redirect === 'string') return json.redirect;
    await sleep(POLL);
  }
  throw new WalletRefuses('The page did not redirect back to the wallet');
}

function isRequest(link: string): boolean {
  return URL.canParse(link) && new URL(link).searchParams.has('request_uri');
}

function unescaped(text: string): string {
  return text.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
}

interface Dialect {
  readonly name: 'ia' | 'iae';
  readonly types: string;
  endpoint(server: {
    authorization_challenge_endpoint?: string;
    interactive_authorization_endpoint?: string;
  }): string | undefined;
  /** The code in a final response. */
  codeOf(json: Answer['json']): unknown;
}

const DIALECTS: Readonly<Record<'ia' | 'iae', Dialect>> = {
  ia: {
    name: 'ia',
    types: 'urn:openid:dcp:ia:openid4vp_presentation',
    endpoint: (server) => server.authorization_challenge_endpoint,
    codeOf: (json) => json?.authorization_code,
  },
  iae: {
    name: 'iae',
    types: 'openid4vp_presentation',
    endpoint: (server) => server.interactive_authorization_endpoint,
    codeOf: (json) => json?.code,
  },
};

async function byInteraction(wallet: TokenWallet, offer: Offer, narrator: Narrator, dialect: Dialect): Promise<string> {
  const endpoint = required(
    dialect.endpoint((await wallet.metadata()).server),
    'endpoint for interactive authorization',
  );
  narrator.step('Interactive authorization');
  const parameters = await wallet.authorizationParameters(offer, offer.credential_configuration_ids);
  const begin = { ...parameters, interaction_types_supported: dialect.types };
  const first = await wallet.sender.form('challenge', endpoint, begin);
  const { auth_session, openid4vp_request: sent } = first.json ?? {};
  if (sent === undefined) throw new Refused('challenge', first);
  const request = requestIn(sent);
  narrator.asked(request);
  const chosen = wallet.holder.choose(request);
  narrator.shows(chosen);
  const bound = interactionBinding(request, endpoint, dialect.name);
  const vp_token = wallet.holder.vpToken(request, chosen, bound);
  const response = request.response_mode.endsWith('.jwt') ? { response: encrypt(request, { vp_token }) } : { vp_token };
  narrator.step('Interactive authorization, with the presentation');
  const form = { client_id: wallet.clientParameter(), auth_session, openid4vp_response: JSON.stringify(response) };
  const second = wallet.accepted('challenge', await wallet.sender.form('challenge', endpoint, form));
  narrator.note('authorization code');
  return String(dialect.codeOf(second.json));
}

function requestIn(sent: Readonly<Record<string, unknown>>): PresentationRequest {
  if (typeof sent.request !== 'string') return sent as unknown as PresentationRequest;
  return payloadOf(sent.request) as unknown as PresentationRequest;
}
