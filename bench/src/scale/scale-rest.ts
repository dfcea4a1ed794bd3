/** Flows that leave what a store is filled with: sessions that have ended in each way, with and without webhooks, at rest. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import {
  issuanceLoad,
  PRE_AUTHORIZED,
  receiveCredentials,
  requestToken,
  STEPS,
  siteOf,
  takeOffer,
} from '../flows/issuance-flow.ts';
import { CONFIGURATION, makePresenter, presentationLoad, writeConfiguration } from '../flows/presentation-flow.ts';
import { openTarget } from '../flows/webhook-target.ts';
import { type Load, measure } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { backendHeaders, backendPaths } from '../server/site.ts';

/** Milliseconds until the server's jobs have recorded expired sessions, and webhooks are acknowledged. */
const UNTIL_REST = 66_000;
/** Milliseconds that a webhook takes: a backend reads the presented claims before the webhook has them. */
const ANSWER_AFTER = 1000;

/** Runs 120 flows, each of which leaves a session, and waits until none of them is open. */
export async function leaveTemplates(server: ServerProcess): Promise<void> {
  const target = await openTarget(ANSWER_AFTER);
  try {
    await writeConfiguration(server);
    const keys = Array.from({ length: 10 }, () => ({ holder: newWalletKey() }));
    const { outcomes } = await measure(issuanceLoad(server, keys), 40, 8);
    const presenters = outcomes.map(({ credential, keys: own }) =>
      makePresenter(credential, own.holder, newWalletKey()),
    );
    await measure(notifiedLoad(server, target.url), 20, 8);
    await measure(presentationLoad(server, presenters), 20, 8);
    await measure(presentationLoad(server, presenters, { target: () => target.url }), 10, 8);
    const { offer, request } = backendPaths(server);
    for (let turn = 0; turn < 20; turn += 1) {
      await begin(server, offer, { flow: 'pre_authorized_code', credentialConfigurationIds: ['pid'] });
      if (turn % 2 === 0) await begin(server, request, { requestId: CONFIGURATION });
    }
    await sleep(UNTIL_REST);
  } finally {
    target.server.close();
  }
}

/** Issuances whose outcome goes to a webhook. */
function notifiedLoad(server: ServerProcess, url: string): Load<(typeof STEPS)[number], unknown> {
  return {
    server,
    steps: STEPS,
    flow: async (call) => {
      const holder = newWalletKey();
      const context = { ...siteOf(server), call, keys: { holder } };
      const { document } = await takeOffer(context, { flow: 'pre_authorized_code', notifyWebhook: { url } });
      const code: string = document.grants[PRE_AUTHORIZED]['pre-authorized_code'];
      const token = await requestToken(context, { grant_type: PRE_AUTHORIZED, 'pre-authorized_code': code });
      return receiveCredentials(context, token, [holder]);
    },
  };
}

/** A session that no wallet continues. */
async function begin(server: ServerProcess, path: string, body: object): Promise<void> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: backendHeaders(server),
    body: JSON.stringify({ response_type: 'uri', expiresIn: 1, ...body }),
  });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}
