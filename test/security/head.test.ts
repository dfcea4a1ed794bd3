/** HEAD changes nothing (RFC 9110, 9.2.1), on every GET of the route table: a link preview or a scanner spends no code. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allPaths } from '@countersign/gateway/routes/routes';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { sessionOf } from '../support/flows.ts';
import { type FuzzWorld, openFuzzWorld } from '../support/fuzz-world.ts';
import { type FetchedRequest, holdPid, makeFetchedRequest, makeRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { API_KEY, CLIENT_SECRET, type TestServer } from '../support/server.ts';

type Row = ReturnType<typeof allPaths>[number];

const gets = allPaths().filter(({ route }) => route.method === 'GET');

describe('HEAD', () => {
  let server: TestServer;
  let world: FuzzWorld;
  /** Collections that were written to since the last check. */
  let written: string[] = [];

  before(async () => {
    server = await startSampleServer();
    server.writeConfig('presentation/question.json', pidQuestion);
    server.writeConfig('tenants/root/presentation/question.json', pidQuestion);
    for (const folder of ['', 'tenants/root/']) {
      server.writeConfig(`${folder}sign-in.json`, { issuer: 'https://login.example', clientId: 'countersign' });
    }
    world = await openFuzzWorld(server);
    const { store, cache } = server.platform;
    for (const method of ['insert', 'replace', 'delete'] as const) {
      const original = store[method].bind(store) as (...args: unknown[]) => Promise<unknown>;
      Object.assign(store, {
        [method]: (collection: { readonly name: string }, ...rest: unknown[]) => {
          // What a management client reads is recorded, by HEAD too.
          if (collection.name !== auditRecords.name) written.push(collection.name);
          return original(collection, ...rest);
        },
      });
    }
    const mark = cache.addOnce.bind(cache);
    Object.assign(cache, {
      addOnce: (...args: Parameters<typeof mark>) => {
        written.push('marks');
        return mark(...args);
      },
    });
  });
  after(() => server.close());

  const variantOf = ({ owner }: Row): 'a' | 'b' => (owner === 'b' ? 'b' : 'a');
  const headersOf = (row: Row): Record<string, string> => {
    if (row.route.auth !== 'management') return {};
    return row.owner === 'b' ? { authorization: `Bearer ${world.bearer}` } : { 'x-api-key': API_KEY };
  };

  /** The path and query of a GET that succeeds and, if it may, changes something. */
  async function targetOf(row: Row): Promise<string> {
    const { route, owner } = row;
    if (route.operation === 'verifier.request.get') return new URL(await newRequest(row)).pathname;
    await world.prepare(route, owner);
    const parameter = (_: string, name: string): string =>
      row.owner === 'b' || name === 'tenantId' ? world.parameter(name, route) : parameterOfA(name, route, row);
    const path = row.path.replaceAll(/\{(\w+)\}/g, parameter);
    const query = new URLSearchParams(world.query(route, owner)).toString();
    return query === '' ? path : `${path}?${query}`;
  }

  const parameterOfA = (name: string, route: Row['route'], row: Row): string => {
    const side = world.side(row.owner);
    if (name === 'sessionId' || name === 'session') return side.session;
    return name === 'offerId' || name === 'thumbprint' ? side[name] : world.parameter(name, route);
  };

  async function newRequest(row: Row): Promise<string> {
    const made = variantOf(row) === 'a' ? await makeRequest(server) : await makeTenantRequest();
    return new URL(made.uri).searchParams.get('request_uri') ?? '';
  }

  async function makeTenantRequest(): Promise<{ readonly uri: string }> {
    const body = JSON.stringify({ response_type: 'uri', requestId: 'question' });
    const answer = await server.b('/presentation-management/request', { method: 'POST', body });
    return (await answer.json()) as { readonly uri: string };
  }

  /** A HEAD that changes something does so each time, unlike background work. */
  async function headThatWritesNothing(
    row: Row,
  ): Promise<{ readonly target: string; readonly status: number; readonly allow: string | null }> {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const target = await targetOf(row);
      await new Promise((resolve) => setTimeout(resolve, attempt * 10));
      written = [];
      const head = await server.request(target, { method: 'HEAD', headers: headersOf(row) });
      assert.equal(await head.text(), '');
      if (written.length === 0) return { target, status: head.status, allow: head.headers.get('allow') };
    }
    return assert.fail(`HEAD ${row.path} writes to ${written.join()}`);
  }

  it('writes nothing, and the GET after it succeeds as the first', async () => {
    for (const row of gets) {
      const headers = headersOf(row);
      const isOnce = row.route.changes === true;
      // Keys and lists are created at first use, by any request.
      await (await server.request(await targetOf(row), { headers })).arrayBuffer();
      const { target, status, allow } = await headThatWritesNothing(row);
      const get = await server.request(target, { headers });
      // Events are only sent to a caller that accepts a stream. Otherwise the GET explains that.
      if (row.route.stream === 'events') assert.equal(get.status, 406, row.path);
      assert.ok(
        get.status < 400 ||
          row.route.stream === 'events' ||
          /\/(follow|button|wallet|assets|decline|sign-in)\/|\/authorize\/callback$|^\/console\/login\/|\/login(\/|$)|\/rights(\/|$)/.test(
            row.path,
          ) ||
          // Nobody signs in at a tenant without a client (test/e2e/login.test.ts), or asks at one without a rights page.
          // This tenant has no list, no delivery, and no order of a certificate.
          [
            '/deliveries/{deliveryId}',
            '/trust/entries',
            '/trust/lists/{id}',
            '/.well-known/acme-challenge/{token}',
          ].includes(row.path),
        `GET ${row.path}: ${get.status}`,
      );
      if (isOnce) assert.deepEqual([status, allow], [405, 'GET'], row.path);
      else assert.equal(status, get.status, `HEAD ${row.path}`);
      await get.arrayBuffer();
    }
    assert.ok(gets.length > 40);
  });

  it('redeems no response_code', async () => {
    const held = await holdPid(server);
    const asked: FetchedRequest = await makeFetchedRequest(server, {
      redirectUri: 'https://shop.example/back',
      response_mode: 'direct_post',
    });
    const { request, session } = asked;
    const answer = await post(
      request.response_uri,
      responseFields(request, vpTokenOf(present(held, request), request)),
    );
    const code = new URL(answer.json.redirect_uri).searchParams.get('response_code');
    const path = `/session/${session}?response_code=${code}`;
    const head = await server.a(path, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET']);
    assert.equal((await sessionOf(server, session)).credentials, undefined);
    assert.equal((await server.a(path)).status, 200);
    assert.equal((await server.a(path)).status, 409);
    assert.equal((await server.a(`/session/${session}`, { method: 'HEAD' })).status, 200);
  });

  it('discloses no more than GET without a credential', async () => {
    const wrong = { 'x-api-key': `${CLIENT_SECRET}x` };
    const answer = await server.request('/session/x?response_code=y', { method: 'HEAD', headers: wrong });
    assert.equal(answer.status, 401);
  });
});
