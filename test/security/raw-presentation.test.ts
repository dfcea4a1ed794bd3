/**
 * A raw presentation reaches the webhook and whoever redeems the response code, and nobody else: it isn't in a file, the
 * log, a trace, the audit log, the events, a delivery, another view, or the webhook of a failure.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import {
  fetchRequest,
  type HeldCredential,
  type PresentationRequest,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { ageQuestion } from '../support/age.ts';
import { forms } from '../support/canary-flow.ts';
import { readEvents } from '../support/events.ts';
import { fileDump } from '../support/file-dump.ts';
import { sessionOf } from '../support/flows.ts';
import { BROKER, openPartyAuthority } from '../support/party.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced } from '../support/trace.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

describe('raw presentations', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let held: HeldCredential;
  before(async () => {
    server = await startSampleServer({ env: { LOG_LEVEL: 'debug', TRACE: 'all', WEBHOOK_SCHEDULE: '0,1,1' } });
    receiver = await openReceiver();
    server.writeConfig('presentation/question.json', { ...pidQuestion, webhook: receiver.url, raw: ['pid'] });
    server.writeConfig('presentation/quiet.json', { ...pidQuestion, raw: ['pid'] });
    server.writeConfig('presentation/age.json', { ...ageQuestion, webhook: receiver.url });
    held = await holdPid(server);
  });
  after(() => Promise.all([server.close(), receiver.close()]));

  const settled = () =>
    until('the end of every delivery', async () => {
      const indexes = ['pending', 'outbox'].map((index) => server.platform.store.find(sessions, { index, limit: 1 }));
      return (await Promise.all(indexes)).every(({ documents }) => documents.length === 0);
    });
  const respond = async (request: PresentationRequest, nonce?: string) => {
    const presentation = present(held, request, nonce === undefined ? {} : { nonce });
    const answer = await post(request.response_uri, responseFields(request, vpTokenOf(presentation, request)));
    return { presentation, answer };
  };
  const ask = async (body: object) => {
    const answer = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(body) }));
    return {
      status: answer.status,
      pointers: answer.json.errors?.map((one: { pointer: string }) => one.pointer),
      answer,
    };
  };
  const payloads = () => receiver.received.map(({ body }) => JSON.parse(body));

  it('the webhook has it; files, log, trace, audit, events, deliveries and the session do not', async () => {
    const { session, request } = await makeFetchedRequest(server);
    const forged = await respond(request, 'another nonce');
    assert.equal(forged.answer.status, 400);
    const { presentation, answer } = await respond(request);
    assert.equal(answer.status, 200);
    await settled();
    const verified = payloads().find((one) => one.session === session && one.type === 'presentation.verified');
    assert.deepEqual(verified.credentials[0].raw, { presentation });
    const failures = payloads().filter(({ type }) => type !== 'presentation.verified');
    assert.ok(failures.length > 0);

    await untilTraced(server, session, () => true);
    const [delivery] = (await read(await server.a(`/session/${session}/deliveries`))).json;
    const paths = [
      `/session/${session}`,
      '/session',
      `/session/${session}/trace`,
      '/audit',
      '/deliveries?state=delivered',
    ];
    const readable = await Promise.all(
      [...paths, `/deliveries/${delivery.id}`].map(async (path) => {
        const { status, text } = await read(await server.a(path));
        assert.equal(status, 200, `${path} ${text}`);
        return [path, Buffer.from(text)] as const;
      }),
    );
    const events = await readEvents(server.a, '/events', '0');
    await events.until(({ event }) => JSON.stringify(event).includes(session));
    events.close();
    const places = [
      ...(await fileDump(server)),
      ...readable,
      ['the log', Buffer.from(server.lines.join(''))] as const,
      ['the events', Buffer.from(JSON.stringify(events.got))] as const,
      ['the webhook of the failure', Buffer.from(JSON.stringify(failures))] as const,
    ];
    // The issuer's signature and the holder's proof.
    const parts = [presentation, forged.presentation].flatMap((one) =>
      one.split('~').filter((part) => part.length > 40),
    );
    for (const part of parts) {
      for (const form of forms(part.slice(-60))) {
        for (const [place, content] of places) assert.ok(!content.includes(form), place);
      }
    }
    assert.ok(Buffer.from(JSON.stringify(verified)).includes(forms(parts[0]?.slice(-60) ?? '')[0] ?? ''));
  });

  it('the redemption of the response code has it, once; no view before or after it', async () => {
    const body = { response_type: 'uri', requestId: 'quiet', redirectUri: 'https://shop.example/back', raw: ['pid'] };
    const { answer: made } = await ask(body);
    const { session, link } = made.json;
    const { presentation, answer } = await respond(await fetchRequest(link));
    const code = new URL(answer.json.redirect_uri).searchParams.get('response_code');
    assert.equal((await sessionOf(server, session)).credentials, undefined);
    const redeemed = await read(await server.a(`/session/${session}?response_code=${code}`));
    assert.deepEqual(redeemed.json.credentials[0].raw, { presentation });
    const [later] = (await sessionOf(server, session)).credentials;
    assert.deepEqual([later.values.given_name, later.raw], ['Erika', undefined]);
  });

  it('a request without its own list and without a receiver keeps nothing; the list of a request replaces the other', async () => {
    const { session, request } = await makeFetchedRequest(server, { requestId: 'quiet' });
    assert.equal((await respond(request)).answer.status, 200);
    const [shown] = (await sessionOf(server, session)).credentials;
    assert.deepEqual(Object.keys(shown).includes('raw'), false);
    const { presentation } = await server.platform.store.get(sessions, session).then((one) => one ?? assert.fail());
    const vault = await server.platform.vaults.of('default');
    const { progress } = presentation ?? assert.fail();
    assert.ok(progress.state === 'verified');
    const kept = vault.open(progress.sealedCredentials ?? '', `session/${session}/credentials`);
    assert.ok(!kept.includes('"raw"'));
  });

  it('400 with its place: an unknown query, no receiver, the profile age', async () => {
    const refused = async (more: object) => {
      const { status, pointers } = await ask({ response_type: 'uri', requestId: 'quiet', ...more });
      return [status, pointers];
    };
    assert.deepEqual(await refused({ raw: ['pid'] }), [400, ['/raw']]);
    assert.deepEqual(await refused({ raw: ['other'], redirectUri: 'https://shop.example' }), [400, ['/raw/0']]);
    assert.deepEqual(await refused({ requestId: 'age', raw: ['a'] }), [400, ['/raw']]);
    const configured = JSON.stringify({ id: 'age-raw', ...ageQuestion, raw: ['a'], webhook: receiver.url });
    const written = await read(await server.a('/presentation-management', { method: 'POST', body: configured }));
    assert.deepEqual([written.status, written.json.errors[0].pointer], [400, '/raw']);
  });

  it('400 in a tenant that acts for a party, by request and by configuration', async (t) => {
    const authority = await openPartyAuthority(Date.now);
    const party = await startSampleServer({ env: { ...BROKER, OUTBOUND_ALLOW: '127.0.0.1' } });
    t.after(async () => {
      await party.close();
      authority.close();
    });
    const files = await authority.files(party, receiver.url);
    for (const [path, content] of Object.entries(files)) party.writeConfig(path, content);
    const [[path = '', configuration] = []] = Object.entries(files).filter(([name]) =>
      name.startsWith('presentation/'),
    );
    const requestId = path.slice('presentation/'.length, -'.json'.length);
    const asked = async (body: object) =>
      read(
        await party.a('/oid4vp', {
          method: 'POST',
          body: JSON.stringify({ response_type: 'uri', requestId, ...body }),
        }),
      );
    const [plain, raw] = [await asked({ crossDevice: true }), await asked({ crossDevice: true, raw: ['pid'] })];
    assert.equal(plain.status, 201, plain.text);
    assert.deepEqual([raw.status, raw.json.errors[0].pointer], [400, '/raw']);
    party.writeConfig(path, { ...(configuration as unknown as object), raw: ['pid'] });
    const byFile = await asked({ crossDevice: true });
    assert.deepEqual([byFile.status, byFile.json.errors[0].pointer], [400, '/requestId/raw']);
  });
});
