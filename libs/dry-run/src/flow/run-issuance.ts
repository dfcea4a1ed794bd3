/** A dry run's wallet accepts an offered credential. */

import { setTimeout as sleep } from 'node:timers/promises';
import { onBehalfOf } from '@countersign/shared/http/message';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { OfferRequest } from '@countersign/shared/messages/offer-request';
import { takenOf } from '@countersign/wallet/issuance/accept';
import { checkTaken } from '@countersign/wallet/issuance/check-taken';
import { wellKnown } from '@countersign/wallet/issuance/metadata';
import { type Issued, ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { personalClaims } from '@countersign/wallet/mdoc/credential-content';
import { formatOf } from '@countersign/wallet/presentation/disclose';
import { WALLETS, type WalletName } from '@countersign/wallet/profiles/habits';
import { createWalletProvider } from '@countersign/wallet/provider/wallet-provider';
import { list } from '../warnings/claim-names.ts';
import { credentialView } from './credential-view.ts';
import { type Flow, type FlowOutcome, Stopped } from './flow.ts';
import { runIssuers } from './made-credential.ts';
import { backendRefusal, refusalView } from './refusal-view.ts';
import { answerRequest } from './run-presentation.ts';
import { stops } from './stops.ts';
import { webhookFailures } from './webhook-failures.ts';

/** Requests for a deferred credential, and milliseconds between two. */
const MAX_DEFERRED = 10;
const DEFERRED_PAUSE = 500;

/** From the offer to the notification. Never throws for what a wallet or a backend would be refused. */
export async function runIssuance(flow: Flow, profile: WalletName = 'plain'): Promise<FlowOutcome> {
  const { platform, reasons, run, log, issuer } = flow;
  const now = platform.clock();
  const provider = createWalletProvider({ name: 'Wallet of a dry run', clock: platform.clock });
  const issuers = runIssuers(now);
  let made: MadeOffer;
  try {
    made = await makeOffer(flow);
  } catch (error) {
    return { outcome: 'refused', refusal: backendRefusal(reasons, error) };
  }
  const trusted = { walletProvider: provider.caPem, issuer: issuers.certificates };
  run.carries = { dryRun: { ...run.carries.dryRun, session: made.session, ...trusted } };
  try {
    const wallet = new ProfileWallet({
      issuer,
      fetch: log.fetch,
      clock: platform.clock,
      wallet: profile,
      ...((profile === 'plain' || WALLETS[profile].attested) && (await attests(flow)) ? { attester: provider } : {}),
      browse: ({ status }) =>
        Promise.reject(status === 200 ? new Stopped(stops.userNeeded) : new Error(`The page returned ${status}`)),
    });
    const offer = await wallet.offer(made.link);
    if (offer.grants.authorization_code === undefined) await wallet.redeem(offer, made.txCode);
    else {
      const present = (link: string) => answerRequest({ ...flow, issuers }, link).then(({ reference }) => reference);
      await wallet.redeemCode(
        isObject(flow.listed.configuration.presentation_during_issuance)
          ? await wallet.codeByChallenge(offer, present)
          : await wallet.code(offer),
      );
    }
    const issued = await credentialOf(flow, wallet);
    const { credentials, notification_id: notification } = issued.answer.json;
    if (typeof notification === 'string') await wallet.notify(notification);
    return { outcome: 'accepted', credential: shown(flow, credentials, issued.encrypted) };
  } catch (error) {
    if (error instanceof Stopped) return { outcome: 'stopped', stopped: error.view };
    if (flow.signal.aborted) return { outcome: 'stopped', stopped: stops.tooLong };
    return { outcome: 'refused', refusal: refusalView({ reasons, steps: log.steps, refusals: run.refusals, error }) };
  }
}

interface MadeOffer {
  readonly session: string;
  readonly link: string;
  readonly txCode?: string;
}

/** @throws ProtocolError as for a backend */
async function makeOffer({ platform, request, body, run, listed }: Flow): Promise<MadeOffer> {
  const { claims, tx_code: txCode } = body;
  const offer: OfferRequest = {
    credentialConfigurationIds: [listed.id],
    response_type: 'uri',
    flow: body.flow ?? 'authorization_code',
    ...(claims === undefined ? {} : { claims: { [listed.id]: claims } }),
    ...(txCode === undefined ? {} : { tx_code: txCode }),
  };
  const { client } = request;
  const cause = onBehalfOf(request, {
    method: 'POST',
    encoding: 'json',
    body: offer,
    ...run.carries,
    ...(client && { client }),
  });
  const reply = await platform.call('issuer.offer.create', cause);
  return reply.body as unknown as MadeOffer;
}

/** Whether the wallet sends an attestation, which it does if the tenant's metadata offers it. */
async function attests({ log, issuer }: Flow): Promise<boolean> {
  const answer = await log.fetch(wellKnown(issuer, 'oauth-authorization-server'));
  if (answer.status !== 200) return false;
  const metadata = (await answer.json()) as JsonObject;
  return list(metadata, 'token_endpoint_auth_methods_supported').includes('attest_jwt_client_auth');
}

async function credentialOf(flow: Flow, wallet: ProfileWallet): Promise<Issued> {
  let issued = await wallet.credential({ configuration: flow.listed.id, keys: [newWalletKey()] });
  for (let tries = 0; issued.answer.status === 202 && tries < MAX_DEFERRED; tries += 1) {
    if ((await webhookFailures(flow)).length > 0) break;
    await sleep(DEFERRED_PAUSE);
    issued = await wallet.askAgain(issued);
  }
  if (issued.answer.status === 202) {
    throw new Stopped(stops.claimsLate);
  }
  if (issued.answer.status !== 200 && issued.answer.status !== 201) {
    throw new Error(`The credential endpoint returned ${issued.answer.status}`);
  }
  wallet.known('credential', issued.answer);
  const taken = takenOf(issued, flow.listed.id);
  await checkTaken(wallet, taken);
  return issued;
}

function shown({ listed }: Flow, credentials: unknown, encrypted: boolean): JsonObject {
  const [first] = Array.isArray(credentials) ? credentials : [];
  const text = isObject(first) ? String(first.credential) : '';
  const claims = personalClaims(text) as JsonObject;
  return credentialView(listed.configuration, claims, { format: formatOf(text), encrypted });
}
