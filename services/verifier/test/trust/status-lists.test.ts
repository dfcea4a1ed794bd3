import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import type { OutboundRequest } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { StatusReference } from '../../src/presentation/status-reference.ts';
import { PresentationError } from '../../src/session/presentation-error.ts';
import { issuer } from '../presentation/presentations.ts';
import { refusesLater } from '../presentation/refuses.ts';
import { identifiersAt, ownLeaf, PUBLIC_URL, reference, served, statusWorld, tokenOf } from '../status-world.ts';

/** Sixteen entries of one bit, each 1. */
const ALL_REVOKED = deflateSync(Buffer.alloc(2, 0xff)).toString('base64url');
const IDENTIFIERS = 'https://issuer.example/ids';

/** A credential of this service, of the tenant whose list it names. */
const own = (path = 'status-management/status-list') => ({
  ...reference,
  uri: `${PUBLIC_URL}/${path}`,
  signer: ownLeaf,
  iss: path.startsWith('root/') ? `${PUBLIC_URL}/root` : PUBLIC_URL,
});
const isUnavailable = (error: unknown) => (error as ProtocolError).code === 'temporarily_unavailable';

test('an entry that is not valid refuses the whole response', async () => {
  const { check } = statusWorld();
  assert.deepEqual(await check([]), []);
  assert.deepEqual(await check([reference, reference]), []);
  await refusesLater(check([reference, { ...reference, idx: 0 }]), 'revoked');
  await refusesLater(check([{ ...reference, idx: 1000 }]), 'status_unavailable');
  const two = check([
    { ...reference, credential: 'first' },
    { ...reference, idx: 0, credential: 'second' },
  ]);
  await assert.rejects(two, { reason: 'revoked', credential: 'second' });
});

test('the lists of one answer are requested in parallel, and the first refused reference decides', async () => {
  const waiting = new Map<string, (answer: 'good' | 'bad') => void>();
  const w = statusWorld(async (request) => {
    const outcome = await new Promise((resolve) => waiting.set(request.url, resolve));
    if (outcome === 'bad') throw new OutboundError('refused');
    return served(request);
  });
  const uris = ['https://a.example/1', 'https://b.example/1'] as const;
  const checked = w.check([
    { ...reference, uri: uris[0], idx: 0 },
    { ...reference, uri: uris[1] },
  ]);
  assert.deepEqual([...waiting.keys()], uris);
  waiting.get(uris[1])?.('bad');
  waiting.get(uris[0])?.('good');
  await refusesLater(checked, 'revoked');
});

for (const [INTERNAL_TIMEOUT, limit] of [
  [undefined, 5000],
  ['16000', 10_000],
] as const) {
  test(`all look-ups of an answer have ${limit} ms; a timeout is not the wallet’s fault`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const w = statusWorld(undefined, { INTERNAL_TIMEOUT });
    w.made.own = () => new Promise(() => undefined);
    let state = 'pending';
    const checked = w.check([reference, own()]).catch((error: unknown) => {
      state = 'ended';
      throw error;
    });
    t.mock.timers.tick(limit - 1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(state, 'pending');
    t.mock.timers.tick(1);
    await assert.rejects(checked, isUnavailable);
  });
}

test('own statuses come from the status service, uncached, with one call per tenant, and never over HTTP', async () => {
  const w = statusWorld();
  await w.check([own()], { requestId: 'r1' });
  await w.check([own('root/status-management/status-list/7'), { ...own(), idx: 9 }, own()], { requestId: 'r2' });
  await w.check([own()], { requestId: 'r3' });
  assert.deepEqual(
    w.called.map(({ tenant, body, id, method }) => [tenant, body, id, method]),
    [
      ['default', { references: [{ n: 1, idx: 1 }] }, 'r1', 'GET'],
      ['root', { references: [{ n: 7, idx: 1 }] }, 'r2', 'GET'],
      ['default', { references: [9, 1].map((idx) => ({ n: 1, idx })) }, 'r2', 'GET'],
      ['default', { references: [{ n: 1, idx: 1 }] }, 'r3', 'GET'],
    ],
  );
  // A revocation shows at the next request.
  w.made.own = async () => [0, 1];
  await refusesLater(w.check([own(), { ...own(), idx: 9 }]), 'revoked');
  w.made.own = async () => [null];
  await refusesLater(w.check([own()]), 'status_unavailable');
  for (const path of ['status-management/status-list/0', 'a/b/status-management/status-list', 'session', '%2e/x']) {
    await refusesLater(w.check([own(path)], { whenUnreachable: 'accept' }), 'status_unavailable');
  }
  assert.equal(w.fetched.length, 0);
});

test('an own list counts for credentials of its tenant alone; for others its tenant is not requested', async () => {
  const w = statusWorld();
  const foreign: Readonly<Record<string, Partial<StatusReference>>> = {
    'of a trusted issuer': { iss: 'https://issuer.example', signer: reference.signer },
    'of a trusted issuer that names us': { signer: reference.signer },
    'with our certificate and another name': { iss: 'https://issuer.example' },
    'with our certificate and no name': { iss: undefined },
    'of another tenant': { iss: `${PUBLIC_URL}/root` },
  };
  for (const [what, change] of Object.entries(foreign)) {
    const asked = w.check([{ ...own(), ...change }], { whenUnreachable: 'accept' });
    await refusesLater(asked, 'status_unavailable').catch((error: unknown) => assert.fail(`${what}: ${error}`));
    const ghost = { ...own(), ...change, uri: `${PUBLIC_URL}/ghost/status-management/status-list` };
    await refusesLater(w.check([ghost]), 'status_unavailable');
  }
  assert.deepEqual(w.called, []);
  // An own credential in the same response is looked up, and the response is refused.
  await refusesLater(w.check([own(), { ...own(), iss: 'https://issuer.example' }]), 'status_unavailable');
  assert.equal(w.called.length, 1);
});

test('an invalid answer of the status service is no status', async () => {
  const w = statusWorld();
  for (const values of [[], [0, 0]]) {
    w.made.own = async () => values;
    await assert.rejects(w.check([own()]), /unexpected response/);
  }
  w.made.own = async () => ['0'];
  await refusesLater(w.check([own()]), 'status_unavailable');
});

test('a status service that is down is not the wallet’s fault, and never accepts', async () => {
  const w = statusWorld();
  w.made.own = async () => {
    throw new ProtocolError('temporarily_unavailable', 'down', { reason: 'dependency_away' });
  };
  for (const whenUnreachable of ['refuse', 'accept'] as const) {
    await assert.rejects(w.check([own()], { whenUnreachable }), isUnavailable);
  }
});

test('an unreachable list is refused, unless the question accepts that', async () => {
  const unreachable = ['dns', 'refused', 'unreachable', 'tls', 'timeout', 'closed', 'protocol', 'aborted'] as const;
  for (const code of unreachable) {
    const w = statusWorld(() => {
      throw new OutboundError(code);
    });
    await refusesLater(w.check([reference]), 'status_unavailable');
    // The cached failure has the same effect.
    assert.deepEqual(await w.check([reference], { whenUnreachable: 'accept' }), [reference], code);
    assert.equal(w.fetched.length, 1);
  }
  for (const status of [500, 503, 429]) {
    const w = statusWorld((request) => ({ ...served(request), status }));
    assert.deepEqual(await w.check([reference], { whenUnreachable: 'accept' }), [reference]);
  }
  const accept = { whenUnreachable: 'accept' } as const;
  for (const code of ['url', 'scheme', 'address', 'too_large', 'encoding', 'content_type'] as const) {
    const w = statusWorld(() => {
      throw new OutboundError(code);
    });
    await refusesLater(w.check([reference], accept), 'status_unavailable');
  }
  for (const status of [201, 204, 302, 404, 410]) {
    const w = statusWorld((request) => ({ ...served(request), status }));
    await refusesLater(w.check([reference], accept), 'status_unavailable');
  }
  const otherSubject = statusWorld(() => ({ body: Buffer.from(tokenOf('https://issuer.example/list/2')) }));
  await refusesLater(otherSubject.check([reference], accept), 'status_unavailable');
  await refusesLater(statusWorld().check([{ ...reference, idx: 0 }], accept), 'revoked');
});

test('a list without x5c counts where the key of the credential signed it, unless the chain is required', async () => {
  const header = { typ: 'statuslist+jwt', alg: 'ES256' };
  const jwk = { ...publicJwkOf(createPublicKey(issuer.privateKey)) };
  for (const more of [{}, { jwk }]) {
    const w = statusWorld(({ url }) => ({ body: Buffer.from(tokenOf(url, {}, { ...header, ...more })) }));
    await refusesLater(w.check([reference], { listChain: 'required' }), 'status_unavailable');
    // A list that was verified by other rules is not reused.
    assert.deepEqual(await w.check([reference]), []);
    await refusesLater(w.check([reference], { listChain: 'required' }), 'status_unavailable');
  }
  assert.deepEqual(await statusWorld().check([reference], { listChain: 'required' }), []);
});

test('facts of a status that is not there: which list can not be fetched, by its host only, and why', async () => {
  const facts = async (world: ReturnType<typeof statusWorld>, one = reference): Promise<unknown> => {
    const error = await world.check([{ ...one, credential: 'pid' }]).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof PresentationError);
    return error.reasoned;
  };
  const away = statusWorld(() => Promise.reject(new OutboundError('refused')));
  const dependency = 'status list at issuer.example';
  assert.deepEqual(await facts(away), {
    reason: 'status_unavailable',
    facts: { credential: 'pid', dependency, detail: 'unreachable' },
  });
  const broken = statusWorld(() => ({ body: Buffer.from('x') }));
  assert.deepEqual(await facts(broken), {
    reason: 'status_unavailable',
    facts: { credential: 'pid', dependency, detail: 'unusable' },
  });
  assert.deepEqual(await facts(statusWorld(), { ...reference, idx: 0 }), {
    reason: 'revoked',
    facts: { credential: 'pid' },
  });
  const w = statusWorld();
  assert.deepEqual(await facts(w, { ...own(), iss: 'https://other.example' }), {
    reason: 'status_unavailable',
    facts: { credential: 'pid', detail: 'list_of_another_tenant' },
  });
});

test('an identifier list is asked for as such, and one that can not be had refuses the credential', async () => {
  const { format: _, idx: __, ...rest } = reference;
  const listed: StatusReference = {
    ...rest,
    format: 'mso_mdoc',
    id: Buffer.from('abc'),
    uri: 'https://issuer.example/ids',
  };
  const w = statusWorld();
  await refusesLater(w.check([reference, listed]), 'status_unavailable');
  assert.deepEqual(
    w.fetched.map(({ url, accept }) => [url, String(accept)]),
    [
      [reference.uri, 'application/statuslist+jwt'],
      ['https://issuer.example/ids', 'application/identifierlist+cwt'],
    ],
  );
});

test('an identifier list at an own address does not exist: it is refused without a request', async () => {
  const { format: _, idx: __, ...rest } = reference;
  const listed: StatusReference = { ...rest, format: 'mso_mdoc', id: Buffer.from('abc'), uri: own().uri };
  const w = statusWorld();
  await refusesLater(w.check([listed]), 'status_unavailable');
  assert.deepEqual([w.fetched, w.called], [[], []]);
});

test('an mdoc with both kinds of lists is revoked by either', async () => {
  const { format: _, idx: __, signer: ___, ...rest } = reference;
  const common = { ...rest, format: 'mso_mdoc', signer: reference.signer } as const;
  const byList = (idx: number): StatusReference => ({ ...common, idx, preferred: 'cwt' });
  const byIdentifier = (id: number): StatusReference => ({ ...common, id: Buffer.of(id), uri: IDENTIFIERS });
  const { check } = statusWorld(({ url }) =>
    url === IDENTIFIERS
      ? {
          headers: { 'content-type': 'application/identifierlist+cwt' },
          body: identifiersAt(IDENTIFIERS, [Buffer.of(1)]),
        }
      : served({ url } as OutboundRequest),
  );
  assert.deepEqual(await check([byList(1), byIdentifier(2)]), []);
  await refusesLater(check([byList(1), byIdentifier(1)]), 'revoked');
  await refusesLater(check([byList(0), byIdentifier(2)]), 'revoked');
});

test('a note says which entry of a trust list decided on the signer of a status list, and none where none did', async () => {
  const { check } = statusWorld();
  const listedBy = { list: 'pid', url: 'u', sequenceNumber: 3, entity: 'Ministry', service: 'urn:pid', revocation: [] };
  const [anchor] = reference.anchors;
  if (anchor === undefined) assert.fail();
  const anchors = [{ certificate: anchor, vcts: 'any', doctypes: 'any', listed: listedBy }] as const;
  const asked = { ...reference, credential: 'pid', listed: { anchors, listedBy } };
  const facts = {
    credential: 'pid',
    list: 'pid, 3',
    entity: 'Ministry',
    service: 'urn:pid',
    subject: reference.signer.subject,
    sha256: reference.signer.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
  const notes: Reasoned[] = [];
  await check([reference], { notes });
  assert.deepEqual(notes, []);
  await check([asked], { notes });
  assert.deepEqual(notes.splice(0), [{ reason: 'status_signer_listed', facts }]);
  // Who said that it is revoked matters most.
  await refusesLater(check([{ ...asked, idx: 0 }], { notes }), 'revoked');
  assert.deepEqual(notes, [{ reason: 'status_signer_listed', facts }]);
});

test('live: a list is fetched for each response, and a revocation counts before the cached list ends', async () => {
  const w = statusWorld();
  await w.check([reference]);
  await w.check([reference]);
  assert.equal(w.fetched.length, 1);
  w.made.answer = ({ url }) => ({ body: Buffer.from(tokenOf(url, { status_list: { bits: 1, lst: ALL_REVOKED } })) });
  assert.deepEqual(await w.check([reference]), []);
  await refusesLater(w.check([reference], { mode: 'live' }), 'revoked');
  assert.equal(w.fetched.length, 2);
});

test('off: nothing is fetched or asked for, and each credential with a status is unknown', async () => {
  const w = statusWorld();
  const revoked = { ...reference, idx: 0 };
  assert.deepEqual(await w.check([revoked, own()], { mode: 'off' }), [revoked, own()]);
  assert.deepEqual([w.fetched, w.called], [[], []]);
});
