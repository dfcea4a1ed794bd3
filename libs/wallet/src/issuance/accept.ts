/** A whole issuance: from an offer link to credentials, by the habits of a profile. */

import { setTimeout as sleep } from 'node:timers/promises';
import { payloadOf } from '../jwt/disclosed-claims.ts';
import { newWalletKey } from '../jwt/keys.ts';
import { isMdoc, readIssuerSigned, securityObjectOf } from '../mdoc/issuer-signed.ts';
import type { Answer } from '../sending/answer.ts';
import { Refused, WalletRefuses } from '../sending/failures.ts';
import { type Narrator, silent } from '../sending/narrator.ts';
import { authorize, type Way } from './authorize.ts';
import type { Taken } from './check-taken.ts';
import { checkFormat, checkTaken } from './check-taken.ts';
import { type Offer, PRE_AUTHORIZED } from './offer.ts';
import type { Issued, ProfileWallet } from './profile-wallet.ts';
import type { Token } from './token-wallet.ts';

export const notificationEvents = ['credential_accepted', 'credential_failure', 'credential_deleted'] as const;

export interface AcceptOptions {
  /** Transaction code of the offer. */
  readonly txCode?: string | undefined;
  /** How the wallet obtains the code. Default: by its habits */
  readonly way?: Way | undefined;
  /** Keys, and so credentials, of each request; default by its habits. */
  readonly batch?: number | undefined;
  /** Uses the refresh token at the end, and fetches the credentials again. */
  readonly renew?: boolean | undefined;
  /** Default `credential_accepted`; `none` sends no notification. */
  readonly notification?: (typeof notificationEvents)[number] | 'none' | undefined;
  readonly narrator?: Narrator | undefined;
  /**
   * Waits this number of seconds before it requests a deferred credential again. Default: the issuer's interval, in
   * real time
   */
  readonly pause?: ((seconds: number) => Promise<void>) | undefined;
  /** Called with each credential as soon as it is received. */
  readonly keep?: ((taken: Taken) => void) | undefined;
  /** Called with the credentials of a request when it is finished. */
  readonly finished?: ((taken: readonly Taken[]) => void) | undefined;
}

/**
 * Fetches all credentials of an offer that the wallet has read. @throws Refused @throws NotReached @throws
 * WalletRefuses
 */
export async function accept(
  wallet: ProfileWallet,
  offer: Offer,
  options: AcceptOptions = {},
): Promise<readonly Taken[]> {
  const { narrator = silent } = options;
  narrator.step(wallet.profile === 'plain' ? 'Metadata' : `Metadata, as ${wallet.habits.source} reads it`);
  narrator.note((await wallet.metadata()).signed ? 'signed' : 'not signed');
  const token = await tokenFor(wallet, offer, options);
  narrator.note(
    `${token.type} token for ${token.json.expires_in} s${token.refresh === undefined ? '' : ', with a refresh token'}`,
  );
  const first = await takeAll(wallet, offer, options);
  if (options.renew !== true) return first;
  narrator.step('Refresh');
  await wallet.refresh();
  return [...first, ...(await takeAll(wallet, offer, options))];
}

async function tokenFor(wallet: ProfileWallet, offer: Offer, options: AcceptOptions): Promise<Token> {
  const { narrator = silent, txCode, way } = options;
  const grant = offer.grants[PRE_AUTHORIZED];
  if (grant === undefined) {
    const { code, presented } = await authorize(wallet, offer, narrator, way);
    narrator.step('Token');
    return wallet.keep(await wallet.tokenRequest(wallet.codeParameters(code, presented)));
  }
  narrator.step('Token');
  return wallet.keep(await wallet.tokenRequest(wallet.preAuthorizedParameters(offer, txCode)));
}

async function takeAll(wallet: ProfileWallet, offer: Offer, options: AcceptOptions): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  for (const configuration of offer.credential_configuration_ids) {
    taken.push(...(await takeOne(wallet, configuration, options)));
  }
  return taken;
}

async function takeOne(
  wallet: ProfileWallet,
  configuration: string,
  options: AcceptOptions,
): Promise<readonly Taken[]> {
  const { narrator = silent } = options;
  narrator.step(`Credential ${configuration}`);
  await checkFormat(wallet, configuration);
  const keys = Array.from({ length: options.batch ?? (await wallet.proofCount()) }, () => newWalletKey());
  const issued = await collected(wallet, await wallet.credential({ configuration, keys }), options);
  const taken = takenOf(issued, configuration);
  await checkTaken(wallet, taken);
  for (const one of taken) options.keep?.(one);
  const encrypted = issued.encrypted ? '; the response was encrypted' : '';
  narrator.note(taken.length === 1 ? `kept${encrypted}` : `${taken.length} kept${encrypted}`);
  await notified(wallet, issued.answer.json.notification_id, options);
  options.finished?.(taken);
  return taken;
}

/** The credentials of a response with their keys. @throws WalletRefuses if there are more than keys */
export function takenOf({ answer, keys, encrypted }: Issued, configuration: string): readonly Taken[] {
  const { credentials } = answer.json as { readonly credentials: readonly { readonly credential: string }[] };
  const held = new Map(keys.map((key) => [key.publicJwk.x, key]));
  return credentials.map(({ credential }, index) => {
    const key = held.get(boundTo(credential)) ?? keys[index];
    if (key === undefined) throw new WalletRefuses('There are more credentials than keys');
    return { configuration, credential, key, encrypted };
  });
}

/** `x` of the key in `cnf`, or of the device key; empty for an unreadable mdoc, which the checks report. */
function boundTo(credential: string): string {
  if (isMdoc(credential)) return deviceKeyOf(credential);
  const { cnf } = payloadOf(credential) as { readonly cnf?: { readonly jwk?: { readonly x?: string } } };
  return String(cnf?.jwk?.x);
}

function deviceKeyOf(credential: string): string {
  try {
    return securityObjectOf(readIssuerSigned(credential)).deviceKey.x;
  } catch {
    return '';
  }
}

const LATE = "read claimsStatus of the session, and check the backend's claims webhook";

const wait = (seconds: number): Promise<void> => sleep(seconds * 1000);

/** Requests for a deferred credential. */
const MAX_DEFERRED = 60;

async function collected(
  wallet: ProfileWallet,
  first: Issued,
  { narrator = silent, pause = wait }: AcceptOptions,
): Promise<Issued> {
  let issued = first;
  for (let tries = 0; issued.answer.json?.transaction_id !== undefined; tries += 1) {
    if (tries === MAX_DEFERRED) throw new WalletRefuses('The credential did not come', LATE);
    const { interval = 5 } = issued.answer.json;
    narrator.note(`deferred: asks again in ${interval} s`);
    await pause(interval);
    issued = await wallet.askAgain(issued);
  }
  if (issued.answer.json?.credentials === undefined)
    throw new Refused(issued === first ? 'credential' : 'deferred', issued.answer);
  return issued;
}

async function notified(wallet: ProfileWallet, id: unknown, options: AcceptOptions): Promise<Answer | undefined> {
  const { narrator = silent, notification = 'credential_accepted' } = options;
  if (typeof id !== 'string' || notification === 'none') return undefined;
  narrator.step('Notification');
  const answer = wallet.accepted('notification', await wallet.notify(id, notification));
  narrator.note(notification);
  return answer;
}
