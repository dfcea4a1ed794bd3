/** The registration certificate in a request by `org-iso-mdoc` (ETSI TS 119 472-2, 5.3.2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type CborValue, isCborMap, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { openRegistered, registered, registrar } from './registered-world.ts';

const DOCTYPE = 'org.iso.18013.5.1.mDL';
const PATH = ['org.iso.18013.5.1', 'family_name'];
const DOC_REQUEST = ['itemsRequest', 'readerAuth'];
const meta = { doctype_value: DOCTYPE };

const memberOf = (value: CborValue | undefined, name: string): CborValue | undefined =>
  isCborMap(value) ? value.get(name) : undefined;

test('each request for a document has the bytes of the certificate', async (t) => {
  const world = await openRegistered(t);
  const change = { claims: { credentials: [{ format: 'mso_mdoc', meta, claim: [{ path: PATH }] }] } };
  const jwt = await registered(change);
  world.write('registration-certificates/licence.jwt', jwt);
  world.write('presentation/licence.json', {
    dcql_query: { credentials: [{ id: 'mdl', format: 'mso_mdoc', meta, claims: [{ path: PATH }] }] },
    registrationCert: { id: 'licence', body: {} },
    origins: ['https://shop.example'],
  });
  const infoOf = async (): Promise<CborValue | undefined> => {
    const body = { response_type: 'dc-api', requestId: 'licence', crossDevice: undefined as never };
    const call = { method: 'POST', encoding: 'json', body, headers: { accept: 'application/json' } } as const;
    const created = (await world.call('verifier.request.create', call)).body as unknown as {
      readonly digital: { readonly requests: readonly { readonly protocol: string; readonly data: JsonObject }[] };
    };
    const iso = created.digital.requests.find(({ protocol }) => protocol === 'org-iso-mdoc') ?? assert.fail();
    const device = readCbor(Buffer.from(String(iso.data.deviceRequest), 'base64url'));
    const [docRequest, ...others] = memberOf(device, 'docRequests') as readonly CborValue[];
    // No second document with different bytes, and nothing next to the reader's signed members.
    assert.deepEqual([others, isCborMap(docRequest) && [...docRequest.keys()].sort()], [[], DOC_REQUEST]);
    const items = memberOf(docRequest, 'itemsRequest');
    assert.ok(items instanceof Tagged && Buffer.isBuffer(items.value));
    return memberOf(readCbor(items.value), 'requestInfo');
  };
  assert.deepEqual(await infoOf(), new Map([['euWrprc', Buffer.from(jwt)]]));
  world.write('tenant.json', { profile: 'eu', registration: { isoLabel: 'both', encoding: 'base64url' } });
  const both = new Map([
    ['euWrprc', Buffer.from(jwt)],
    ['eUWrprc', Buffer.from(jwt)],
  ]);
  assert.deepEqual(await infoOf(), both);
  world.write('tenant.json', { profile: 'eu', registration: { isoRegistration: 'cwt' } });
  await assert.rejects(infoOf(), { code: 'conflict' });
  const cwt = await registrar.cwt(change);
  world.write('registration-certificates/licence.cwt', cwt);
  assert.deepEqual(await infoOf(), new Map([['euWrprc', cwt]]));
});
