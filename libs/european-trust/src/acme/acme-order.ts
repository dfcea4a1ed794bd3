/** An order and its steps (RFC 8555, 7.4 and 7.5): each call goes as far as the authority allows, without waiting. */
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { factText } from '@countersign/shared/kernel/reasons/facts';
import { AcmeError, errorOfProblem, malformedAnswer } from './acme-error.ts';
import { type AcmeAnswer, type AcmeExchange, checkHost } from './acme-exchange.ts';
import { type AccountKey, keyAuthorization } from './signed-request.ts';

export interface Identifier {
  /** `dns`, `ip`, or `wrp-id` for a registered relying party. */
  readonly type: string;
  readonly value: string;
}

export interface OrderedCertificate {
  readonly identifiers: readonly Identifier[];
  /** Distinguishes several certificates of the same relying party. Without it the new one would revoke the others. */
  readonly instanceId?: string;
}

/** What an order is for, and how to respond to its challenges. */
export interface OrderParts {
  readonly exchange: AcmeExchange;
  readonly key: AccountKey;
  /** Address of the account. */
  readonly account: string;
  /** Address of the directory. */
  readonly address: string;
  readonly certificate: OrderedCertificate;
  /** By type of challenge: publishes what the authority looks for. It is there when the promise resolves. */
  readonly answers: Readonly<Record<string, (challenge: AnsweredChallenge) => Promise<void>>>;
  /** The certificate request, in DER. */
  readonly csr: () => Promise<Buffer>;
}

export interface AnsweredChallenge {
  readonly identifier: Identifier;
  readonly token: string;
  readonly keyAuthorization: string;
}

/** Chains in PEM, the authority's preferred one first. */
export interface Issued {
  readonly state: 'issued';
  readonly chains: readonly string[];
  /** Issued together with an access certificate, if the authority does so. */
  readonly registrationCertificate?: string;
}

export type OrderStep = Issued | { readonly state: 'waiting'; readonly retryAt?: number };

const MAX_AUTHORIZATIONS = 20;
const MAX_CHALLENGES = 20;
const MAX_CHAINS = 5;
/** States of an order that may follow one another in one call. */
const MOST_STEPS = 6;

/** @returns address of the order @throws AcmeError */
export async function placeOrder(parts: OrderParts): Promise<string> {
  const { exchange, account, certificate } = parts;
  const { identifiers, instanceId } = certificate;
  const { newOrder } = await exchange.directory();
  const payload = {
    identifiers: identifiers.map(({ type, value }) => ({ type, value })),
    ...(instanceId === undefined ? {} : { instanceId }),
  };
  const sender = { kid: account };
  const answer = await exchange.post({ url: newOrder, sender, payload, otherwise: 'acme_identifier_refused' });
  checkIdentifiers(parts, answer.json());
  return answer.location();
}

/** @param url of the order @throws AcmeError if it can no longer result in a certificate */
export async function advanceOrder(parts: OrderParts, url: string): Promise<OrderStep> {
  let answer = await read(parts, url);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const order = answer.json();
    checkIdentifiers(parts, order);
    switch (order.status) {
      case 'valid':
        return download(parts, order);
      case 'processing':
        return waiting(answer.retryAt);
      case 'ready':
        answer = await finalize(parts, order);
        break;
      case 'pending': {
        const pending = await authorize(parts, order);
        if (pending !== undefined) return pending;
        answer = await read(parts, url);
        break;
      }
      case 'invalid':
        // Some authorities explain the reason only in the authorization.
        if (!isObject(order.error)) await authorize(parts, order);
        throw failedOrder(order);
      default:
        throw failedOrder(order);
    }
  }
  return waiting(answer.retryAt);
}

function waiting(retryAt: number | undefined): OrderStep {
  return { state: 'waiting', ...(retryAt === undefined ? {} : { retryAt }) };
}

function read({ exchange, account, address }: OrderParts, url: Json | undefined): Promise<AcmeAnswer> {
  return exchange.post({ url: checkHost(address, url), sender: { kid: account } });
}

/** RFC 8555, 7.4: it carries the error that ended it. */
function failedOrder(order: JsonObject): AcmeError {
  const { error, status } = order;
  if (isObject(error)) return errorOfProblem(error, { status: 0, otherwise: 'acme_challenge_failed' });
  if (status === 'invalid') return new AcmeError('acme_challenge_failed', { facts: { received: 'invalid' } });
  return malformedAnswer('order_state', { received: factText(String(status)) });
}

/** The order must match the request exactly. */
function checkIdentifiers({ certificate }: OrderParts, order: JsonObject): void {
  const given = Array.isArray(order.identifiers) ? (order.identifiers as readonly Json[]).map(nameOf).sort() : [];
  const asked = certificate.identifiers.map(nameOf).sort();
  if (given.join(' ') === asked.join(' ')) return;
  throw new AcmeError('acme_identifier_refused', {
    facts: { detail: 'other_identifiers', expected: asked.join(', '), received: given.join(', ') },
  });
}

function nameOf(identifier: Json | Identifier | undefined): string {
  const { type, value } = isObject(identifier) ? identifier : {};
  // Names are compared case-insensitively (RFC 4343), registered identifiers exactly.
  return `${String(type)}:${type === 'dns' ? String(value).toLowerCase() : String(value)}`;
}

/** @returns how long to wait; undefined if all are valid */
async function authorize(parts: OrderParts, order: JsonObject): Promise<OrderStep | undefined> {
  const urls = Array.isArray(order.authorizations) ? (order.authorizations as readonly Json[]) : [];
  if (urls.length === 0 || urls.length > MAX_AUTHORIZATIONS) throw malformedAnswer('authorizations');
  let pending: OrderStep | undefined;
  for (const url of urls) {
    const answer = await read(parts, url);
    const authorization = answer.json();
    if (authorization.status === 'valid') continue;
    const identifier = identifierOf(parts, authorization);
    await answerChallenge(parts, { authorization, identifier });
    pending ??= waiting(answer.retryAt);
  }
  return pending;
}

function identifierOf({ certificate }: OrderParts, { identifier }: JsonObject): Identifier {
  const found = certificate.identifiers.find((one) => nameOf(one) === nameOf(identifier));
  if (found !== undefined) return found;
  throw new AcmeError('acme_identifier_refused', {
    facts: { detail: 'other_authorization', received: factText(nameOf(identifier)) },
  });
}

interface Pending {
  readonly authorization: JsonObject;
  readonly identifier: Identifier;
}

async function answerChallenge(parts: OrderParts, { authorization, identifier }: Pending): Promise<void> {
  const listed = Array.isArray(authorization.challenges) ? (authorization.challenges as readonly Json[]) : [];
  const challenges = listed.slice(0, MAX_CHALLENGES).filter(isObject);
  const failed = challenges.find(({ status }) => status === 'invalid');
  if (failed !== undefined || authorization.status !== 'pending') {
    throw errorOfProblem(failed?.error, { status: 0, otherwise: 'acme_challenge_failed' });
  }
  const challenge = challenges.find(({ type }) => Object.hasOwn(parts.answers, String(type)));
  if (challenge === undefined) throw unsupported(parts, challenges);
  if (challenge.status !== 'pending') return;
  const { token } = challenge;
  // RFC 8555, 8.3: base64url, so it can be part of a path.
  if (typeof token !== 'string' || !/^[\w-]{16,128}$/.test(token)) throw malformedAnswer('token');
  await parts.answers[String(challenge.type)]?.({
    identifier,
    token,
    keyAuthorization: keyAuthorization(parts.key, token),
  });
  const url = checkHost(parts.address, own(challenge, 'url'));
  await parts.exchange.post({ url, sender: { kid: parts.account }, payload: {}, otherwise: 'acme_challenge_failed' });
}

function unsupported({ answers }: OrderParts, challenges: readonly JsonObject[]): AcmeError {
  const received = factText(challenges.map(({ type }) => String(type)).join(', '));
  return new AcmeError('acme_challenge_unsupported', { facts: { expectedAny: Object.keys(answers), received } });
}

async function finalize(parts: OrderParts, order: JsonObject): Promise<AcmeAnswer> {
  const url = checkHost(parts.address, own(order, 'finalize'));
  const csr = (await parts.csr()).toString('base64url');
  return parts.exchange.post({
    url,
    sender: { kid: parts.account },
    payload: { csr },
    otherwise: 'acme_request_refused',
  });
}

async function download(parts: OrderParts, order: JsonObject): Promise<Issued> {
  const first = await read(parts, own(order, 'certificate'));
  const alternates = first.alternates.slice(0, MAX_CHAINS - 1);
  const chains = [first.text()];
  for (const url of alternates) chains.push((await read(parts, url)).text());
  const registration = own(order, 'registrationCertificate');
  if (registration === undefined) return { state: 'issued', chains };
  return { state: 'issued', chains, registrationCertificate: (await read(parts, registration)).text().trim() };
}
