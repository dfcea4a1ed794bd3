/** The events that backends read: of a tenant and of a session, resumed at any place, and without personal data. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { errorFields, post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { readEvents, typesOf } from '../support/events.ts';
import { makeOffer, makeTenantOffer, PRE_AUTHORIZED_FLOW, sessionOf, setStatus } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const ISSUED = ['session.created', 'offer.fetched', 'token.issued', 'credential.issued', 'session.ended'];

describe('events for backends', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer({ env: { AUTH_CLIENT_ID: 'root' } });
    server.writeConfig('presentation/question.json', pidQuestion);
  });
  after(() => server.close());

  const issue = async (): Promise<string> => {
    const { uri, session } = await makeOffer(server, PRE_AUTHORIZED_FLOW);
    const received = await new Wallet({ issuer: server.url }).receive(uri);
    assert.equal(received.answer.status, 200);
    return session;
  };

  it('a session has its events in their order, with ids and no claims', async () => {
    const session = await issue();
    const events = await readEvents(server.a, `/session/${session}/events`);
    await events.until(4);
    await setStatus(server, session, 1);
    await events.until(({ event }) => event.type === 'status.changed');
    await events.close();
    const types = typesOf(events);
    assert.deepEqual(
      types.filter((type) => type !== 'session.ended'),
      [...ISSUED.slice(0, 4), 'status.changed'],
    );
    const first = events.got[0]?.event;
    const { id, time, ...rest } = first;
    assert.deepEqual(rest, {
      specversion: '1.0',
      source: server.url,
      type: 'session.created',
      subject: session,
      datacontenttype: 'application/json',
      data: { kind: 'issuance', configurations: ['pid'], session, tenant: 'default' },
    });
    assert.ok(Date.parse(time) > 0 && id.length > 10);
    const text = JSON.stringify(events.got);
    for (const secret of ['given_name', 'family_name', 'Erika', 'pre-auth']) assert.ok(!text.includes(secret), secret);
    assert.equal((await sessionOf(server, session)).id, session);
  });

  it('a stream of the tenant continues after each position, and misses and repeats nothing', async () => {
    const live = await readEvents(server.a, '/events');
    const begun = live.position();
    const sessions = [await issue(), await issue()];
    const ofThese = ({ event }: { readonly event: { readonly subject: string } }) => sessions.includes(event.subject);
    await live.until(({ event }) => event.subject === sessions[1] && event.type === 'credential.issued');
    const all = live.got.filter(ofThese).map(({ event }) => event.id);
    await live.close();
    assert.equal(new Set(all).size, all.length);
    for (const [place, { position }] of live.got.entries()) {
      const resumed = await readEvents(server.a, '/events', position);
      await resumed.until(live.got.length - 1 - place);
      await resumed.close();
      assert.deepEqual(
        resumed.got.slice(0, live.got.length - 1 - place).map(({ event }) => event.id),
        live.got.slice(place + 1).map(({ event }) => event.id),
      );
    }
    const again = await readEvents(server.a, `/events?after=${begun}`);
    await again.until(live.got.length);
    await again.close();
    assert.deepEqual(
      again.got.slice(0, live.got.length).map(({ event }) => event.id),
      live.got.map(({ event }) => event.id),
    );
  });

  it('reports presentations that are verified and refused', async () => {
    const held = await holdPid(server);
    const good = await makeFetchedRequest(server);
    const stream = await readEvents(server.a, `/session/${good.session}/events`);
    await post(
      good.request.response_uri,
      responseFields(good.request, vpTokenOf(present(held, good.request), good.request)),
    );
    await stream.until(({ event }) => event.type === 'session.ended');
    await stream.close();
    assert.deepEqual(typesOf(stream), ['session.created', 'presentation.verified', 'session.ended']);
    const declined = await makeFetchedRequest(server);
    await post(declined.request.response_uri, errorFields(declined.request, 'access_denied'));
    const second = await readEvents(server.a, `/session/${declined.session}/events`, '0');
    await second.until(({ event }) => event.type === 'session.ended');
    await second.close();
    assert.deepEqual(typesOf(second), ['session.created', 'presentation.refused', 'session.ended']);
    assert.deepEqual(second.got.at(-1)?.event.data.status, 'rejected');
  });

  it('a tenant sees its own events alone', async () => {
    const own = await readEvents(server.b, '/events');
    const { session } = await makeTenantOffer(server, PRE_AUTHORIZED_FLOW);
    const foreign = await issue();
    await own.until(({ event }) => event.subject === session);
    const other = await readEvents(server.a, '/events', '0');
    await other.until(({ event }) => event.subject === foreign);
    await Promise.all([own.close(), other.close()]);
    assert.ok(own.got.every(({ event }) => event.data.tenant === 'root'));
    assert.ok(other.got.every(({ event }) => event.data.tenant === 'default'));
    const hidden = await read(
      await server.b(`/session/${foreign}/events`, { headers: { accept: 'text/event-stream' } }),
    );
    assert.deepEqual(
      [hidden.status, hidden.json.reason],
      [404, (await read(await server.b(`/session/${foreign}`))).json.reason],
    );
  });

  it('refuses a request that does not accept a stream, and says how to send it', async () => {
    for (const accept of ['application/json', '*/*', 'text/html']) {
      const answer = await read(await server.a('/events', { headers: { accept } }));
      assert.deepEqual([answer.status, answer.json.reason], [406, 'events_accept']);
      assert.match(answer.json.detail, /Accept: text\/event-stream/);
    }
    const wrong = await read(await server.a('/events?after=x', { headers: { accept: 'text/event-stream' } }));
    assert.deepEqual([wrong.status, wrong.json.reason], [400, 'query_parameter']);
  });

  it('continues from the next number after a gap', async () => {
    const ahead = await readEvents(server.a, '/events', '999999');
    await ahead.until(1);
    assert.deepEqual(typesOf(ahead), ['gap']);
    const session = await issue();
    await ahead.until(({ event }) => event.subject === session);
    await ahead.close();
  });
});
