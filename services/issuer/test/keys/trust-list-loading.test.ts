import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  DAY,
  entityOf,
  listContent,
  makeSigner,
  serviceOf,
  signedList,
  time,
} from '@countersign/european-trust/test/lists/made-lists';
import { makeTestAuthority } from '@countersign/european-trust/test/registration/made-certificates';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { NOW } from '../support.ts';
import { openIssuer } from '../world.ts';

const VALIDITY = { notBefore: NOW - 100 * DAY, notAfter: NOW + 400 * DAY };
const signer = await makeSigner('operator', VALIDITY);
const authority = await makeTestAuthority('PID CA', VALIDITY);

function listOf(number: number): string {
  const scheme = { LoTESequenceNumber: number, ListIssueDateTime: time(NOW - DAY), NextUpdate: time(NOW + 90 * DAY) };
  const service = serviceOf({ type: 'PID/Issuance', certificates: [authority.certificate] });
  const content = listContent({
    entities: [entityOf('Ministry', 'PID', [service])],
    scheme,
    successors: [signer.certificate],
  });
  return signedList(content, { signer }).toString('base64');
}

it('a list that is handed over is shown with its origin; refusals say which check failed', async (t) => {
  const { call } = await openIssuer(t);
  const pem = signer.certificate.toString();
  const body = { id: 'pid', pem, url: 'https://l.example/pid', list: 'pid-providers' };
  await call('issuer.trust-list.put', { body });
  const load = (id: string, bytes: string) =>
    call('issuer.trust-list.load', {
      params: { id },
      body: { bytes, pivots: [{ url: 'https://l.example/0', bytes: '' }] },
    });
  const { body: shown } = await load('pid', listOf(12));
  const { state, list, changes } = shown as { state: string; list: JsonObject; changes: readonly JsonObject[] };
  assert.deepEqual(
    [state, list.sequenceNumber, list.loaded, changes.map(({ loaded }) => loaded)],
    ['fresh', 12, true, [true]],
  );
  const refusal = (id: string, bytes: string) =>
    load(id, bytes).then(
      () => assert.fail('accepted'),
      ({
        code,
        options,
      }: {
        code: string;
        options: { reason: string; facts?: JsonObject; errors?: readonly JsonObject[] };
      }) => [code, options.reason, options.facts?.detail, options.errors?.length],
    );
  assert.deepEqual(await refusal('pid', listOf(11)), [
    'invalid_request',
    'trust_list_refused',
    'trust_list_rollback',
    1,
  ]);
  const [malformed, unknown] = [await refusal('pid', '%%'), await refusal('other', listOf(12))];
  assert.deepEqual(malformed.slice(1, 3), ['trust_list_refused', 'trust_list_malformed']);
  assert.deepEqual(unknown.slice(0, 2), ['not_found', 'trust_list_unknown']);
});
