/** One call on the page: everything that the API description contains about it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callEntry, type Description } from '../../src/documents/docs-call.ts';
import { addressesOf } from '../../src/documents/docs-command.ts';
import { membersOf, resolved } from '../../src/documents/docs-members.ts';
import { openApiDocument } from '../../src/documents/openapi.ts';
import type { Route } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/routes.ts';

const publicUrl = 'https://issuer.example';
const description = openApiDocument(publicUrl) as unknown as Description;
const shown = (route: Route): string => callEntry(route, { description, publicUrl }).replaceAll('<wbr />', '');
const entryOf = (operation: string): string =>
  shown(routes.find((row) => row.operation === operation) ?? assert.fail(operation));

test('each member of a body and each parameter of a query is in the entry of its call', () => {
  const { schemas } = description.components;
  for (const route of routes) {
    const entry = shown(route);
    for (const name of Object.keys(route.query ?? {})) assert.ok(entry.includes(`data-query="${name}"`), name);
    const { path = '' } = addressesOf(route)[0] ?? {};
    const { requestBody } = description.paths[path]?.[route.method.toLowerCase()] ?? {};
    for (const { schema } of Object.values(requestBody?.content ?? {}).slice(0, 1)) {
      for (const { name } of membersOf(resolved(schema, schemas))) {
        assert.ok(entry.includes(`<dt><code>${name}</code>`), `${route.operation} ${name}`);
      }
    }
  }
});

test('each call with a body has a command with an example', () => {
  const without = routes.filter((route) => route.request !== undefined && !/ -d|--data/.test(shown(route)));
  assert.deepEqual(
    without.map(({ operation }) => operation),
    [],
  );
});

test('an offer: role, both addresses, answers, errors, and commands of both variants', () => {
  const entry = entryOf('issuer.offer.create');
  assert.match(entry, /<code>\/vci\/offer<\/code> <code>\/issuer-management\/offer<\/code>/);
  assert.match(entry, /Needs the role <code>operator<\/code>/);
  assert.match(entry, /<code>201<\/code> <small><a href="#type-OfferResponse">OfferResponse<\/a>, <code>image\/png/);
  assert.match(entry, /<code>400<\/code>.*<small><a href="#type-Problem">Problem<\/a>/);
  assert.match(
    entry,
    /data-variant="a" data-path="\/vci\/offer" data-method="POST"><h5>Variant A<\/h5><pre>curl -X POST/,
  );
  assert.match(entry, /data-variant="b" data-path="\/issuer-management\/offer" data-method="POST"><h5>Variant B/);
  assert.match(entryOf('gateway.session.list'), /<p>Also at <code>\/sessions<\/code>/);
});

test('calls can be tried that a page can make and that answer JSON', () => {
  const tried = (operation: string): boolean => entryOf(operation).includes('data-auth=');
  for (const operation of ['issuer.offer.create', 'gateway.tenant.erase', 'gateway.token', 'issuer.metadata']) {
    assert.ok(tried(operation), operation);
  }
  // Wallet calls, links to other places, streams, pages, and what only the console or the issuer's page may call.
  const others = ['issuer.token', 'issuer.authorize', 'gateway.events', 'gateway.docs', 'gateway.console.login'];
  for (const operation of [...others, 'issuer.authorization.wallet']) assert.ok(!tried(operation), operation);
});

test('a route that is not described is a mistake', () => {
  const [route] = routes;
  const empty = { ...description, paths: {} };
  assert.throws(() => route && callEntry(route, { description: empty, publicUrl }), /is not described/);
});
