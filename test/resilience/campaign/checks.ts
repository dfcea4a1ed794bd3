/** The invariants I1 to I8 after a round, from outside. */
import { until } from '@countersign/shared/test/patience';
import { Webhook } from 'standardwebhooks';
import { decode, statusOf } from '../../support/credential.ts';
import type { ReceivedWebhook } from '../../support/webhook-receiver.ts';
import { addCall, unexplained } from '../history.ts';
import { checkFromOutside } from '../invariants.ts';
import { idempotent, register } from '../linearizability.ts';
import type { CampaignWorld } from './campaign-world.ts';
import { readableIn, tracesOf } from './canary.ts';
import { SECRET } from './flows.ts';

/** @returns violations */
export async function checkRound(world: CampaignWorld): Promise<readonly string[]> {
  const { ledger, system, statuses, repeated } = world;
  const webhooks = await checkWebhooks(world);
  await readStatuses(world);
  const traces = [await tracesOf(system, world.presented), await tracesOf(system, ledger.offers.keys())].flat();
  const found = [
    ...ledger.violations,
    ...(await checkFromOutside(world)),
    ...webhooks,
    ...unexplained(register, statuses),
    ...unexplained(idempotent, repeated),
    ...readableIn(traces),
    ...(await system.finish()),
  ];
  return [...found, ...readableIn(await system.places())];
}

/** Each acknowledged presentation has a webhook, all its copies have one id, and all are signed. */
async function checkWebhooks({ presented, receiver }: CampaignWorld): Promise<readonly string[]> {
  const idsOf = (): ReadonlyMap<string, ReadonlySet<string>> => {
    const ids = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.received) {
      const { session } = JSON.parse(body) as { readonly session: string };
      ids.set(session, (ids.get(session) ?? new Set()).add(String(headers['webhook-id'])));
    }
    return ids;
  };
  const missing = (): readonly string[] => {
    const ids = idsOf();
    return [...presented].filter((session) => !ids.has(session));
  };
  await until('every webhook is delivered', () => missing().length === 0).catch(() => undefined);
  const ids = idsOf();
  return [
    ...missing().map((session) => `The webhook of ${session} was not delivered`),
    ...[...presented]
      .filter((session) => (ids.get(session)?.size ?? 0) > 1)
      .map((session) => `${session} has two webhooks`),
    ...receiver.received.filter((webhook) => !isSigned(webhook)).map(({ body }) => `A signature is wrong: ${body}`),
  ];
}

/** Compares with the signature of a third-party library. */
function isSigned({ headers, body }: ReceivedWebhook): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(SECRET).sign(String(headers['webhook-id']), at, body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

/** Adds what the published list says in the end. */
async function readStatuses({ ledger, statuses }: CampaignWorld): Promise<void> {
  for (const { session, credential } of ledger.credentials) {
    if (!statuses.has(session) || !credential.includes('~')) continue;
    const sent = performance.now();
    const { value } = await statusOf(decode(credential.split('.')[1] ?? ''));
    addCall(statuses, session, { step: { read: value }, sent, answered: performance.now() });
  }
}
