import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ProtocolError } from '@countersign/shared/kernel/errors';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { openVerifier } from '../world.ts';

test('a request of profile age confirms no transaction', async (t) => {
  const world = await openVerifier(t);
  const namespace = 'eu.europa.ec.av.1';
  const age = {
    profile: 'age',
    dcql_query: {
      credentials: [
        {
          id: 'age',
          format: 'mso_mdoc',
          meta: { doctype_value: namespace },
          claims: [{ path: [namespace, 'age_over_18'] }],
        },
      ],
    },
  };
  writeFileSync(join(world.configFolder, 'presentation', 'age.json'), JSON.stringify(age));
  const create = (more: object) => {
    const body = { requestId: 'age', response_type: 'uri', ...more };
    return world.call('verifier.request.create', { method: 'POST', encoding: 'json', body });
  };
  await create({});
  await assert.rejects(create({ transaction_data: [{ type: 'note', credential_ids: ['age'] }] }), (error) => {
    const { errors = [] } = (error as ProtocolError).options;
    assert.deepEqual(
      errors.map(({ pointer }) => pointer),
      ['/transaction_data'],
    );
    return true;
  });
});

test('a request is stored with the audit record of its call', async (t) => {
  const world = await openVerifier(t);
  const record = { id: 'r', tenant: 'default', at: 1, action: 'presentation-request.made', client: 'c' };
  const asked = { requestId: 'question', response_type: 'uri' };
  const reply = await world.call('verifier.request.create', { method: 'POST', encoding: 'json', body: asked, record });
  const { session } = reply.body as { readonly session: string };
  assert.equal(reply.recorded, true);
  assert.deepEqual(await world.platform.store.get(auditRecords, 'r'), { ...record, session, rev: 1 });
});
