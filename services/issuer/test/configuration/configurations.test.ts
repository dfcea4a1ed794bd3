import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ConfigurationText, isWorking } from '@countersign/shared/flow-config/listed';
import type { ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Log } from '@countersign/shared/kernel/log';
import {
  createConfigurations,
  credentialConfigurationKind,
  scopeFindings,
  typeFindings,
} from '../../src/configuration/configurations.ts';
import { ATTESTED_PROOF_TYPES, PLAIN_PROOF_TYPES } from '../../src/configuration/proof-types.ts';
import { openIssuer } from '../world.ts';

test('a scope belongs to one configuration, which the finding names', () => {
  const others = [
    { id: 'pid', scope: 'identity' },
    { id: 'card', scope: 'card' },
  ];
  assert.deepEqual(scopeFindings({ scope: 'diploma' }, others), []);
  const [finding, ...more] = scopeFindings({ scope: 'identity' }, others);
  assert.deepEqual([finding?.pointer, more], ['/config/scope', []]);
  assert.match(finding?.detail ?? '', /pid/);
});

const settings = { OUTBOUND_ALLOW: [], CONFIG_FOLDER: '/nowhere' };
const listed = (profile: ProfileName, config: JsonObject = {}) => {
  const kind = credentialConfigurationKind(settings, () => profile);
  const written = { id: 'pid', config: { format: 'dc+sd-jwt', ...config }, claims: {}, disclosureFrame: {} };
  const text = { publicUrl: 'https://issuer.example', tenant: 't1', id: 'pid', written, source: 'file', version: 'v' };
  return kind.forTenant('t1', kind.check(text as ConfigurationText));
};

test('a configuration without proof types has those of the profile, and another version', () => {
  const [open, haip] = [listed('open'), listed('haip')];
  assert.ok(isWorking(open) && isWorking(haip));
  assert.deepEqual(open.configuration.metadata.proof_types_supported, PLAIN_PROOF_TYPES);
  assert.deepEqual(haip.configuration.metadata.proof_types_supported, ATTESTED_PROOF_TYPES);
  assert.notEqual(open.configuration.version, haip.configuration.version);
});

test('under haip a jwt proof without key_attestations_required is refused with the reason', () => {
  const config = { proof_types_supported: PLAIN_PROOF_TYPES };
  assert.ok(isWorking(listed('open', config)));
  const refused = listed('haip', config);
  assert.ok(!isWorking(refused));
  assert.deepEqual(
    refused.errors.map(({ pointer }) => pointer),
    ['/config/proof_types_supported/jwt'],
  );
  assert.match(refused.errors[0]?.detail ?? '', /key_attestations_required/);
});

test('a mistyped id: the nearest one of the tenant', async (t) => {
  const world = await openIssuer(t);
  const config = { format: 'dc+sd-jwt' };
  const text = JSON.stringify({ config, claims: {}, disclosureFrame: {} });
  writeFileSync(join(world.configFolder, 'issuance', 'member.json'), text);
  const configurations = createConfigurations(world.platform);
  const none = 'There is no configuration with this id';
  assert.equal(await configurations.why('default', 'memebr'), `${none}. Did you mean "member"?`);
  assert.equal(await configurations.why('default', 'licence'), none);
});

test('a refused file is logged once per version', async (t) => {
  const world = await openIssuer(t);
  writeFileSync(join(world.configFolder, 'tenant.json'), '{"profile":"haip"}');
  const config = { format: 'dc+sd-jwt', proof_types_supported: PLAIN_PROOF_TYPES };
  const file = join(world.configFolder, 'issuance', 'plain.json');
  writeFileSync(file, JSON.stringify({ config, claims: {}, disclosureFrame: {} }));
  const lines: string[] = [];
  const log = { ...world.platform.log, warn: (message: string) => lines.push(message) } as unknown as Log;
  const configurations = createConfigurations({ ...world.platform, log });
  for (let i = 0; i < 2; i += 1) {
    assert.equal(await configurations.get('default', 'plain'), undefined);
    assert.match(await configurations.why('default', 'plain'), /key_attestations_required/);
  }
  assert.deepEqual(lines, ["Configuration refused by the tenant's profile"]);
  assert.ok((await configurations.get('default', 'pid')) !== undefined);
});

test('with profile haip a type has one configuration, because it has one scope', () => {
  const pid = { format: 'dc+sd-jwt', vct: 'urn:eudi:pid:1' } as const;
  const others = [{ id: 'pid', ...pid }];
  assert.deepEqual(typeFindings('open', pid, others), []);
  assert.deepEqual(typeFindings('haip', { ...pid, vct: 'urn:eudi:pid:de:1' }, others), []);
  const [finding] = typeFindings('haip', pid, others);
  assert.equal(finding?.pointer, '/config/vct');
  assert.match(finding?.detail ?? '', /pid/);
});

test('an mdoc of the same name is another type; two of one doctype have one scope', () => {
  const mdl = { format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL' } as const;
  assert.deepEqual(typeFindings('haip', mdl, [{ id: 'x', format: 'dc+sd-jwt', vct: mdl.doctype }]), []);
  const [finding] = typeFindings('haip', mdl, [{ id: 'mdl', ...mdl }]);
  assert.equal(finding?.pointer, '/config/doctype');
  assert.match(finding?.detail ?? '', /mdl has this type/);
});

test('many configurations are checked with a turn for others between each two', async (t) => {
  const world = await openIssuer(t);
  const configurations = createConfigurations(world.platform);
  const bodies = Array.from({ length: 20 }, (_, index) => ({
    id: `c${index}`,
    claims: {},
    disclosureFrame: {},
    schema: { properties: {}, required: [] },
    config: { format: 'dc+sd-jwt', scope: `c${index}`, vct: `urn:x:${index}` },
  }));
  const cause = { id: 'r' } as OperationRequest;
  let turns = 0;
  let running = true;
  const count = (): void => {
    turns += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  assert.deepEqual((await configurations.check('default', { bodies, cause })).flat(), []);
  assert.ok(turns >= bodies.length, `${turns} turns`);
  for (const body of bodies) await configurations.put('default', body, cause);
  // As after a restart.
  turns = 0;
  const again = await createConfigurations(world.platform).list('default');
  running = false;
  assert.ok(again.length >= bodies.length);
  assert.ok(turns >= bodies.length, `${turns} turns`);
});

test('a tenant writes no more configurations than the setting says, and replaces those that it has', async (t) => {
  const world = await openIssuer(t);
  const settings = { ...world.platform.settings, CONFIGURATIONS_TENANT: 2 };
  const configurations = createConfigurations({ ...world.platform, settings });
  const cause = { id: 'r' } as OperationRequest;
  const body = (id: string) => ({
    id,
    claims: {},
    disclosureFrame: {},
    config: { format: 'dc+sd-jwt', scope: id, vct: `urn:x:${id}` },
  });
  const put = (id: string) => configurations.put('default', body(id), cause).then(() => 'stored', placesIn);
  assert.deepEqual([await put('one'), await put('two'), await put('three')], ['stored', 'stored', ['/id']]);
  assert.equal(await put('two'), 'stored');
  const found = await configurations.check('default', { bodies: ['two', 'three'].map(body), cause });
  assert.deepEqual(
    found.map((errors) => errors.map(({ pointer }) => pointer)),
    [[], ['/id']],
  );
});

function placesIn(error: unknown): readonly string[] | undefined {
  return error instanceof ProtocolError ? error.options.errors?.map(({ pointer }) => pointer) : assert.fail();
}
