import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { connection } from '../../src/api/connection.ts';
import { pathOf } from '../../src/api/paths.ts';
import { hasRole, isPlatform, session, signIn, signOut, startSession } from '../../src/state/session.ts';

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
  session.value = { state: 'starting' };
  connection.variant = 'a';
});

const operator = { tenant: 'root', variant: 'b', role: 'operator', name: 'x', expiresAt: '2030-01-01T00:00:00Z' };
const answers = (...given: readonly (() => Response)[]): void => {
  let at = 0;
  globalThis.fetch = async () => {
    at += 1;
    const next = given[at - 1];
    if (next === undefined) throw new TypeError('away');
    return next();
  };
};

test('the cookie of an earlier sign-in is enough; role and paths are those of the caller', async () => {
  answers(() => Response.json(operator));
  await startSession();
  assert.equal(session.value.state, 'in');
  assert.deepEqual(
    [hasRole('viewer'), hasRole('operator'), hasRole('admin'), isPlatform.value],
    [true, true, false, false],
  );
  assert.equal(pathOf('offer'), '/issuer-management/offer');
});

test('without a cookie the sign-in page is shown, without a server that it is away', async () => {
  answers(() => Response.json({}, { status: 401 }));
  await startSession();
  assert.deepEqual(session.value, { state: 'out', ended: false });
  answers();
  await startSession();
  assert.equal(session.value.state, 'away');
  assert.equal(hasRole('viewer'), false);
});

test('a call that is not known any more ends the sign-in in the page too', async () => {
  answers(
    () => Response.json({}, { status: 401 }),
    () => Response.json({ ...operator, variant: 'a' }, { status: 201 }),
  );
  await startSession();
  await signIn({ api_key: 'x' });
  assert.equal(session.value.state, 'in');
  connection.onSignedOut();
  assert.deepEqual(session.value, { state: 'out', ended: true });
});

test('each call names the tenant that a platform administrator works in, until that tenant is gone', async (t) => {
  t.after(() => {
    connection.tenant = undefined;
  });
  const named: (string | null)[] = [];
  globalThis.fetch = async (_, init) => {
    const tenant = new Headers(init?.headers).get('x-countersign-tenant');
    named.push(tenant);
    if (tenant === 'gone') return Response.json({}, { status: 404 });
    return Response.json({ ...operator, tenant: tenant ?? 'root', ...(tenant === null ? {} : { home: 'root' }) });
  };
  await startSession();
  connection.tenant = 'museum';
  await startSession();
  assert.deepEqual(session.value.state === 'in' && [session.value.tenant, session.value.home], ['museum', 'root']);
  connection.tenant = 'gone';
  await startSession();
  assert.deepEqual(session.value.state === 'in' && [session.value.tenant, session.value.home], ['root', undefined]);
  assert.deepEqual(named, [null, 'museum', 'gone', null]);
});

test('a sign-out that the server did not confirm is none', async () => {
  answers(() => Response.json(operator));
  await startSession();
  answers();
  await assert.rejects(signOut());
  assert.equal(session.value.state, 'in');
  answers(() => Response.json({}, { status: 401 }));
  await signOut();
  assert.deepEqual(session.value, { state: 'out', ended: false });
});
