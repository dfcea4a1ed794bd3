/** Revocation in both API variants: the backend revokes, the public list shows it, the tenant's verifier refuses. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { getListFromStatusListJWT } from '@sd-jwt/jwt-status-list';
import { credentialBody } from '../support/flows.ts';
import { pidQuestion } from '../support/presentation.ts';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const BADGE = {
  config: { format: 'dc+sd-jwt', scope: 'badge', display: [{ name: 'Badge', locale: 'en' }] },
  claims: { level: 'static' },
  disclosureFrame: { _sd: ['level'] },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { level: { type: 'string', maxLength: 20 } },
    required: ['level'],
  },
};

interface Place {
  readonly uri: string;
  readonly idx: number;
}

interface Issued {
  readonly session: string;
  readonly pid: HeldCredential;
  readonly places: { readonly pid: Place; readonly badge: Place };
}

function placeOf(credential: string): Place {
  const [jwt = ''] = credential.split('~');
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')).status.status_list;
}

/** The list, read over HTTP without credentials, by a third-party library and by hand. */
async function published({ uri, idx }: Place): Promise<number> {
  const response = await fetch(uri);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/statuslist+jwt');
  const token = await response.text();
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  assert.equal(payload.sub, uri);
  const bytes = inflateSync(Buffer.from(payload.status_list.lst, 'base64url'));
  const value = ((bytes[idx >> 3] ?? 0) >> (idx & 7)) & 1;
  assert.equal(getListFromStatusListJWT(token).getStatus(idx), value);
  return value;
}

describe('revocation', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer();
    for (const { folder } of shapes) {
      server.writeConfig(`${folder}issuance/badge.json`, BADGE);
      server.writeConfig(`${folder}presentation/question.json`, pidQuestion);
    }
  });
  after(() => server.close());

  // biome-ignore lint/suspicious/noExplicitAny: responses are checked field by field
  const call = async (shape: Shape, path: string, status: number, body?: object): Promise<any> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await shape.call(server, path, init);
    const text = await response.text();
    assert.equal(response.status, status, text);
    return JSON.parse(text);
  };
  const issue = async (shape: Shape): Promise<Issued> => {
    const credentialConfigurationIds = ['pid', 'badge'];
    const body = { response_type: 'uri', credentialConfigurationIds, flow: 'pre_authorized_code' };
    const made = await call(shape, shape.offer, 201, body);
    const wallet = new Wallet({ issuer: shape.issuer(server) });
    const { json } = await wallet.redeem(await wallet.offer(made.uri));
    const key = newWalletKey();
    const received: string[] = [];
    for (const id of credentialConfigurationIds) {
      const answer = await wallet.credential(json.access_token, await credentialBody(wallet, { id, key }));
      assert.equal(answer.status, 200, answer.text);
      received.push(answer.json.credentials[0].credential);
    }
    const [pid = '', badge = ''] = received;
    const places = { pid: placeOf(pid), badge: placeOf(badge) };
    return { session: made.session, pid: { credential: pid, key }, places };
  };
  /** The refusal of a presentation by the tenant's verifier; undefined if it is accepted. */
  const refusal = async (shape: Shape, held: HeldCredential): Promise<string | undefined> => {
    const path = shape.name === 'variant A' ? '/oid4vp' : '/presentation-management/request';
    const made = await call(shape, path, 201, { response_type: 'uri', requestId: 'question' });
    const request = await fetchRequest(made.uri);
    const answer = await post(
      request.response_uri,
      responseFields(request, vpTokenOf(present(held, request), request)),
    );
    const { error } = await call(shape, `/session/${made.session}`, 200);
    assert.equal(answer.status, error === undefined ? 200 : 400, answer.text);
    return error?.code;
  };

  for (const shape of shapes) {
    const route = shape.name === 'variant A' ? '/status-management' : '/session/revoke';
    const set = (sessionId: string, status: number, more: object = {}) =>
      call(shape, route, 201, { sessionId, status, ...more });

    it(`${shape.name}: revoked for everybody at the answer, and valid again`, async () => {
      const { session, pid, places } = await issue(shape);
      assert.equal(await refusal(shape, pid), undefined);
      const views = await set(session, 1);
      const expected = [
        { credentialConfigurationId: 'badge', ...places.badge, status: 1 },
        { credentialConfigurationId: 'pid', ...places.pid, status: 1 },
      ];
      const byName = (a: (typeof expected)[0], b: (typeof expected)[0]): number =>
        a.credentialConfigurationId < b.credentialConfigurationId ? -1 : 1;
      assert.deepEqual(views.toSorted(byName), expected);
      assert.deepEqual(await set(session, 1), views);
      assert.deepEqual(await call(shape, `/status-management/${session}`, 200), views);
      assert.equal(await refusal(shape, pid), 'revoked');
      assert.deepEqual([await published(places.pid), await published(places.badge)], [1, 1]);
      const { issued } = await call(shape, `/session/${session}`, 200);
      assert.deepEqual(
        issued.map(({ status }: { status: { value: number } }) => status.value),
        [1, 1],
      );
      await set(session, 0);
      assert.equal(await refusal(shape, pid), undefined);
      assert.deepEqual([await published(places.pid), await published(places.badge)], [0, 0]);
    });

    it(`${shape.name}: one configuration of a session, and no other session`, async () => {
      const [one, other] = [await issue(shape), await issue(shape)];
      const views = await set(one.session, 1, { credentialConfigurationId: 'badge' });
      assert.deepEqual(views, [{ credentialConfigurationId: 'badge', ...one.places.badge, status: 1 }]);
      assert.deepEqual([await published(one.places.badge), await published(one.places.pid)], [1, 0]);
      assert.deepEqual([await published(other.places.badge), await refusal(shape, one.pid)], [0, undefined]);
      await set(one.session, 1, { credentialConfigurationId: 'pid' });
      assert.deepEqual([await refusal(shape, one.pid), await refusal(shape, other.pid)], ['revoked', undefined]);
    });

    it(`${shape.name}: a credential whose session was erased long ago`, async () => {
      const { session, pid, places } = await issue(shape);
      const { store } = server.platform;
      for (;;) {
        // The relay may still acknowledge its events.
        const document = await store.get(sessions, session);
        if (document === undefined || (await store.delete(sessions, document))) break;
      }
      await call(shape, `/session/${session}`, 404);
      assert.equal((await set(session, 1)).length, 2);
      assert.equal(await refusal(shape, pid), 'revoked');
      assert.equal(await published(places.pid), 1);
    });

    it(`${shape.name}: other people’s sessions, unknown ones and wrong bodies`, async () => {
      const { session, places } = await issue(shape);
      const stranger = shapes.find(({ name }) => name !== shape.name) ?? assert.fail();
      const strange = stranger.name === 'variant A' ? '/status-management' : '/session/revoke';
      await call(stranger, strange, 404, { sessionId: session, status: 1 });
      await call(stranger, `/status-management/${session}`, 404);
      await call(shape, route, 404, { sessionId: 'unknown', status: 1 });
      await call(shape, route, 404, { sessionId: session, status: 1, credentialConfigurationId: 'diploma' });
      for (const status of [3, '1', null, true]) await call(shape, route, 400, { sessionId: session, status });
      // A list with one bit per entry can't express that a credential is suspended.
      await call(shape, route, 409, { sessionId: session, status: 2 });
      await call(shape, route, 400, { status: 1 });
      assert.equal(await published(places.pid), 0);
    });

    it(`${shape.name}: conditional requests, in plain and in gzip`, async () => {
      const { session, places } = await issue(shape);
      const get = (coding: string, etag?: string) =>
        fetch(places.pid.uri, {
          headers: { 'accept-encoding': coding, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
        });
      const answers = [await get('identity'), await get('gzip')] as const;
      const [plain, gzip] = [await answers[0].text(), await answers[1].text()];
      assert.equal(plain, gzip);
      const tags = answers.map(({ headers }) => headers.get('etag') ?? '');
      assert.equal(new Set(tags).size, 2);
      assert.deepEqual(
        answers.map(({ headers }) => [headers.get('content-encoding'), headers.get('vary')]),
        [
          [null, 'accept, accept-encoding'],
          ['gzip', 'accept, accept-encoding'],
        ],
      );
      for (const [i, coding] of ['identity', 'gzip'].entries()) {
        const answer = await get(coding, tags[i]);
        assert.deepEqual([answer.status, await answer.text(), answer.headers.get('etag')], [304, '', tags[i]]);
        assert.match(answer.headers.get('cache-control') ?? '', /^max-age=\d+$/);
      }
      await set(session, 1);
      for (const [i, coding] of ['identity', 'gzip'].entries()) {
        const answer = await get(coding, tags[i]);
        assert.equal(answer.status, 200);
        assert.notEqual(await answer.text(), plain);
      }
    });
  }

  it('every change is published on the bus, and its entry has no pending event', async () => {
    const { session } = await issue(shapes[0] ?? assert.fail());
    await call(shapes[0] ?? assert.fail(), '/status-management', 201, { sessionId: session, status: 1 });
    const { store } = server.platform;
    // Acknowledged about a second after publication; the test's time limit ends this.
    for (;;) {
      const { documents } = await store.find(statusEntries, { index: 'outbox', limit: 1 });
      if (documents.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { documents } = await store.find(statusEntries, { index: 'session', equal: [session], limit: 10 });
    assert.deepEqual(
      documents.map(({ value, outbox }) => [value, outbox]),
      [
        [1, []],
        [1, []],
      ],
    );
  });
});
