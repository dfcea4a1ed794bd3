/**
 * What a proof of age contains, beyond the answer, is a handle on its holder. None of it is in the store, the log, the
 * trace, the audit log, the events, the webhook or the backend's view of the session.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { redirectBinding } from '@countersign/wallet/presentation/binding';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import { read } from '@countersign/wallet/sending/answer';
import { AV, ageIssuer, ageQuestion, heldProof, makeAgeRequest, SHOP } from './age.ts';
import { type Dump, forms } from './canary-flow.ts';
import { readEvents } from './events.ts';
import { answerIsoMdoc } from './iso-mdoc-wallet.ts';
import { answerWith } from './mdoc.ts';
import { startSampleServer } from './sample-server.ts';
import type { TestServer } from './server.ts';
import { untilTraced } from './trace.ts';
import { openReceiver } from './webhook-receiver.ts';

/** Parts of an IssuerSigned that occur in no other: its salts, digests, key and signature, and an element nobody asked for. */
function handlesIn({ credential, key }: HeldCredential, responses: readonly string[]): readonly Buffer[] {
  const bytes = Buffer.from(credential, 'base64url');
  const responseParts = responses.map((text) => Buffer.from(text, 'base64url').subarray(-64));
  return [
    // 24 bytes are enough to recognise a signature, and never span two values.
    bytes.subarray(-24),
    Buffer.from(String(key.publicJwk.x), 'base64url'),
    Buffer.from(String(key.publicJwk.y), 'base64url'),
    createHash('sha256').update(bytes).digest(),
    ...saltsIn(bytes),
    ...responseParts,
    Buffer.from('Canary-portrait'),
  ];
}

/** Each follows its name and the head of a byte string of 32. */
function saltsIn(bytes: Buffer): readonly Buffer[] {
  const before = Buffer.concat([Buffer.from('random'), Buffer.from([0x58, 0x20])]);
  const salts: Buffer[] = [];
  for (let at = bytes.indexOf(before); at >= 0; at = bytes.indexOf(before, at + 1)) {
    salts.push(bytes.subarray(at + before.length, at + before.length + 32));
  }
  assert.ok(salts.length > 0);
  return salts;
}

function assertNone(handles: readonly Buffer[], places: readonly (readonly [place: string, content: Buffer])[]): void {
  for (const handle of handles) {
    const searched = [handle, ...forms(handle), Buffer.from(handle.toString('hex'))];
    for (const [place, content] of places) {
      for (const form of searched) assert.ok(!content.includes(form), `${handle.toString('hex')} in ${place}`);
    }
  }
}

/** The same proof at two pages and at one link, accepted and refused. @returns its sessions, and what was sent */
async function presenting(server: TestServer, held: HeldCredential, foreign: HeldCredential) {
  const responses: string[] = [];
  const ids: string[] = [];
  for (const one of [held, held, foreign]) {
    const { session, request } = await makeAgeRequest(server);
    const response = presentMdoc(one, redirectBinding(request).transcript);
    responses.push(response);
    assert.equal((await answerWith(request, { a: [response] })).status, one === held ? 200 : 400);
    ids.push(session);
  }
  const asked = JSON.stringify({ response_type: 'dc-api', requestId: 'age' });
  const made = (await read(await server.a('/oid4vp', { method: 'POST', body: asked }))).json;
  const message = answerIsoMdoc(made.digital.requests[0], held, SHOP);
  const path = `/session/${made.session}/dc-api`;
  const posted = await read(await server.a(path, { method: 'POST', body: JSON.stringify(message) }));
  assert.equal(posted.status, 200, posted.text);
  return { ids: [...ids, String(made.session)], responses, posted: posted.text };
}

/** What a backend, an operator or an auditor can read. */
async function readable(server: TestServer, ids: readonly string[]) {
  const places: (readonly [string, Buffer])[] = [['the log', Buffer.from(server.lines.join(''))]];
  const add = async (path: string): Promise<void> => {
    const answer = await read(await server.a(path));
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
    places.push([path, Buffer.from(answer.text)]);
  };
  for (const id of ids) {
    await untilTraced(server, id, () => true);
    for (const path of [`/session/${id}`, `/session/${id}/trace`]) await add(path);
  }
  for (const path of ['/audit', '/trace?unmatched=true']) await add(path);
  const events = await readEvents(server.a, '/events', '0');
  await events.until(({ event }) => JSON.stringify(event).includes(ids.at(-1) ?? '-'));
  events.close();
  places.push(['the events', Buffer.from(JSON.stringify(events.got))]);
  return places;
}

export async function ageCanaryFlow(t: TestContext, dump: Dump): Promise<void> {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  receiver.status = 200;
  const server = await startSampleServer({
    env: { WEBHOOK_SCHEDULE: '0,1,1', LOG_LEVEL: 'debug', TRACE: 'all' },
  });
  t.after(() => server.close());
  const [issuer, unknown] = [await ageIssuer(), await ageIssuer()];
  server.writeConfig('presentation/age.json', { ...ageQuestion, webhook: receiver.url });
  server.writeConfig('trust/issuers/age.pem', issuer.anchor);
  const elements = { [AV]: { age_over_18: true, portrait: Buffer.from('Canary-portrait') } };
  const [held, foreign] = [heldProof(issuer, elements), heldProof(unknown, elements)];
  const { ids, responses, posted } = await presenting(server, held, foreign);
  const { store } = server.platform;
  await until('the end of every delivery', async () => {
    const pending = await store.find(sessions, { index: 'pending', limit: 1 });
    const outbox = await store.find(sessions, { index: 'outbox', limit: 1 });
    return pending.documents.length === 0 && outbox.documents.length === 0;
  });

  const handles = [...handlesIn(held, responses), ...handlesIn(foreign, responses)];
  const webhooks = receiver.received.map(({ body }) => body);
  const delivered = webhooks.map((body) => JSON.parse(body).credentials);
  // The refused one has none.
  assert.deepEqual(
    delivered.filter((credentials) => credentials !== undefined),
    Array.from({ length: 3 }, () => [{ id: 'a', values: { [AV]: { age_over_18: true } } }]),
    webhooks.join(),
  );
  const places = [
    ...(await dump(server)),
    ...(await readable(server, ids)),
    ['the webhooks', Buffer.from(webhooks.join('\n'))] as const,
    ["the page's result", Buffer.from(posted)] as const,
  ];
  assertNone(handles, places);
  // The search works: it finds the session, and a handle where it is.
  assert.ok(places.some(([, content]) => content.includes(ids[0] ?? '-')));
  assert.throws(() => assertNone(handles, [['a response', Buffer.from(responses[0] ?? '', 'base64url')]]));
}
