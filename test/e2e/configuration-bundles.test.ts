/** Bundles of configurations: plan, apply, ownership and refusals, as `countersign config` calls them, in both variants. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { read } from '@countersign/wallet/sending/answer';
import { shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { credentialConfiguration, presentationConfiguration } from '../support/tenant-ids.ts';

interface Planned {
  readonly kind: string;
  readonly id?: string;
  readonly action: string;
  readonly drifted?: boolean;
  readonly mistakes: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Plan {
  readonly fingerprint: string;
  readonly changes: boolean;
  readonly objects: readonly Planned[];
}

let server: TestServer;
before(async () => {
  server = await startSampleServer();
});
after(() => server.close());

const [a, b] = shapes;
type Shape = NonNullable<typeof a>;
const ofA = a ?? assert.fail();
const ofB = b ?? assert.fail();

async function call(shape: Shape, path: string, body?: object, method = body === undefined ? 'GET' : 'POST') {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return read(await shape.call(server, path, { method, ...json }));
}

const bundle = (name: string, generation: number, members: object = {}) => ({
  $schema: '../schemas/bundle.json',
  version: 1,
  name,
  generation,
  ...members,
});

async function planOf(shape: Shape, given: object, more: object = {}): Promise<Plan> {
  const { status, json } = await call(shape, '/configurations/plan', { bundle: given, ...more });
  assert.equal(status, 200, JSON.stringify(json));
  return json as unknown as Plan;
}

const apply = (shape: Shape, given: object, fingerprint: string, more: object = {}) =>
  call(shape, '/configurations/apply', { bundle: given, fingerprint, ...more });

async function applied(shape: Shape, given: object, more: object = {}): Promise<Plan> {
  const plan = await planOf(shape, given, more);
  const { status, json } = await apply(shape, given, plan.fingerprint, more);
  assert.equal(status, 200, JSON.stringify(json));
  return json as unknown as Plan;
}

const actions = ({ objects }: Plan) =>
  objects.map(({ kind, id, action, drifted }) => [kind, id ?? '-', action, ...(drifted ? ['drifted'] : [])].join(' '));

const exported = async (shape: Shape) => (await call(shape, '/configurations/export?secrets=include')).json;

const secret = 'secret-of-the-hook';
const webhook = {
  url: 'https://backend.example/hook',
  auth: { type: 'apiKey', config: { headerName: 'x-key', value: secret } },
};
const question = (id: string) => ({ ...presentationConfiguration(id), webhook });
const changed = (id: string) => ({ ...presentationConfiguration(id), webhook: 'https://backend.example/other' });
const card = (id: string, needs?: string) => ({
  ...credentialConfiguration(id),
  ...(needs === undefined ? {} : { presentation_during_issuance: { type: needs } }),
});

for (const shape of [ofA, ofB]) {
  test(`${shape.name}: a bundle is planned without a change, applied, and then there is nothing to do`, async () => {
    const given = bundle('shop', 1, {
      issuance: [card('shop-card', 'shop-asks')],
      presentation: [question('shop-asks')],
    });
    const before = await exported(shape);
    const plan = await planOf(shape, given);
    assert.deepEqual(actions(plan), ['presentation shop-asks create', 'issuance shop-card create']);
    assert.ok(!JSON.stringify(plan).includes(secret));
    assert.deepEqual(await exported(shape), before);
    await applied(shape, given);
    const again = await planOf(shape, given);
    assert.deepEqual(
      [again.changes, ...actions(again)],
      [false, 'presentation shop-asks unchanged', 'issuance shop-card unchanged'],
    );
    const { json } = await call(shape, '/configurations/bundles');
    const [owned] = json as unknown as readonly { readonly name: string; readonly objects: readonly string[] }[];
    assert.deepEqual([owned?.name, owned?.objects], ['shop', ['issuance/shop-card', 'presentation/shop-asks']]);
  });
}

test('what the bundle owns and no longer has is deleted; what it never owned is untouched', async () => {
  await call(ofA, '/oid4vp/config', question('by-hand'));
  await applied(ofA, bundle('two', 1, { presentation: [question('stays'), question('goes')] }));
  const plan = await applied(ofA, bundle('two', 2, { presentation: [changed('stays')] }));
  assert.deepEqual(actions(plan), ['presentation stays update', 'presentation goes delete']);
  const text = JSON.stringify(await exported(ofA));
  assert.ok(text.includes('"stays"') && !text.includes('"goes"') && text.includes('"shop-asks"'));
});

test('an object of nobody is taken over only if the caller says so, and one of another bundle never', async () => {
  const imported = await call(ofA, '/configurations/import?mode=apply', {
    version: 1,
    presentation: [question('free')],
  });
  assert.equal(imported.status, 200);
  const given = bundle('adopter', 1, { presentation: [question('free')] });
  const refused = await planOf(ofA, given);
  assert.deepEqual(actions(refused), ['presentation free blocked']);
  assert.equal((await apply(ofA, given, refused.fingerprint)).status, 400);
  assert.deepEqual(actions(await applied(ofA, given, { adopt: true })), ['presentation free adopt']);
  const thief = await planOf(ofA, bundle('thief', 1, { presentation: [question('free')] }), { adopt: true });
  assert.match(thief.objects[0]?.mistakes[0]?.detail ?? '', /belongs to the bundle adopter/);
});

test('a stale plan is refused, and so is a lower generation', async () => {
  const given = bundle('stale', 5, { presentation: [question('moving')] });
  const { fingerprint } = await planOf(ofA, given);
  await call(ofA, '/configurations/import?mode=apply', { version: 1, presentation: [question('moving')] });
  const stale = await apply(ofA, given, fingerprint, { adopt: true });
  assert.deepEqual([stale.status, stale.json.reason], [409, 'bundle_plan_stale']);
  // The plan is of another bundle.
  const other = { ...given, presentation: [changed('moving')] };
  const { fingerprint: ofGiven } = await planOf(ofA, given, { adopt: true });
  assert.equal((await apply(ofA, other, ofGiven, { adopt: true })).json.reason, 'bundle_plan_stale');
  await applied(ofA, given, { adopt: true });
  const lower = await call(ofA, '/configurations/plan', { bundle: { ...given, generation: 4 } });
  assert.deepEqual([lower.status, lower.json.reason], [409, 'bundle_generation_lower']);
});

test('a change by somebody else is shown, and the next apply overwrites it', async () => {
  const given = bundle('drift', 1, { presentation: [question('drifts')] });
  await applied(ofA, given);
  await call(ofA, '/configurations/import?mode=apply', {
    version: 1,
    presentation: [changed('drifts')],
  });
  assert.deepEqual(actions(await planOf(ofA, given)), ['presentation drifts update drifted']);
  await applied(ofA, given);
  assert.deepEqual(actions(await planOf(ofA, given)), ['presentation drifts unchanged']);
});

test('an error anywhere blocks everything, and what others need is not deleted', async () => {
  const before = await exported(ofA);
  const wrong = bundle('wrong', 1, { presentation: [question('fine')], issuance: [{ ...card('bad'), claims: 1 }] });
  const { fingerprint } = await planOf(ofA, wrong);
  const { status, json } = await apply(ofA, wrong, fingerprint);
  const errors = (json as unknown as { readonly errors: readonly { readonly pointer: string }[] }).errors;
  assert.deepEqual([status, errors[0]?.pointer], [400, '/bundle/issuance/0/claims']);
  assert.deepEqual(await exported(ofA), before);
  await applied(ofA, bundle('asker', 1, { presentation: [question('needed')] }));
  await applied(ofA, bundle('needer', 1, { issuance: [card('needs', 'needed')] }));
  const removing = await planOf(ofA, bundle('asker', 2));
  assert.match(removing.objects[0]?.mistakes[0]?.detail ?? '', /issuance\/needs needs presentation\/needed/);
});

test('an unknown $schema, version, member or name is refused with its place', async () => {
  for (const [change, pointer] of [
    [{ $schema: 'https://other.example/values.yaml' }, '/bundle/$schema'],
    [{ version: 2 }, '/bundle/version'],
    [{ generation: 0 }, '/bundle/generation'],
    [{ name: '../x' }, '/bundle/name'],
    [{ hostedLists: [] }, '/bundle/hostedLists'],
  ] as const) {
    const { status, json } = await call(ofA, '/configurations/plan', {
      bundle: { ...bundle('x', 1), ...change },
    });
    const errors = (json as unknown as { readonly errors: readonly { readonly pointer: string }[] }).errors;
    assert.deepEqual([status, errors[0]?.pointer], [400, pointer]);
  }
  const { $schema: _, ...without } = bundle('x', 1);
  assert.equal((await call(ofA, '/configurations/plan', { bundle: without })).status, 400);
});

test('two applies of one plan at once: one is refused or finds nothing to do, and the result is whole', async () => {
  const given = bundle('race', 1, { presentation: ['r1', 'r2', 'r3'].map(question) });
  const { fingerprint } = await planOf(ofA, given);
  const results = await Promise.all(Array.from({ length: 8 }, () => apply(ofA, given, fingerprint)));
  assert.ok(results.some(({ status }) => status === 200));
  for (const { status, json } of results)
    assert.ok(status === 200 || ['bundle_apply_running', 'bundle_plan_stale'].includes(String(json.reason)));
  assert.equal((await planOf(ofA, given)).changes, false);
});

test('a released bundle leaves its objects, and they belong to nobody', async () => {
  await applied(ofA, bundle('left', 1, { presentation: [question('left-over')] }));
  const { status, json: done } = await call(ofA, '/configurations/bundles/left', undefined, 'DELETE');
  assert.equal(status, 200, JSON.stringify(done));
  assert.equal((await call(ofA, '/configurations/bundles/left', undefined, 'DELETE')).status, 404);
  assert.ok(JSON.stringify(await exported(ofA)).includes('left-over'));
  assert.deepEqual(actions(await planOf(ofA, bundle('left', 1))), []);
});

test('audit log and other tenants: who applied what, never a secret, never across tenants', async () => {
  const { documents } = await server.platform.store.find(auditRecords, { index: 'age', limit: 10_000 });
  const records = documents.map((document) => JSON.stringify(document));
  assert.ok(records.some((record) => record.includes('bundle.applied') && record.includes('shop-card')));
  assert.ok(!records.some((record) => record.includes(secret)));
  const { json } = await call(ofB, '/configurations/bundles');
  assert.deepEqual(
    (json as unknown as readonly { readonly name: string }[]).map(({ name }) => name),
    ['shop'],
  );
});
