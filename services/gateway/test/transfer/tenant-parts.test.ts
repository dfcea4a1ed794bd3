import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { hostedListSchema } from '@countersign/shared/messages/hosted-list';
import type { PartMember } from '../../src/transfer/part-table.ts';
import {
  exportedParts,
  isPart,
  planPart,
  readParts,
  type TenantParts,
  writePart,
} from '../../src/transfer/tenant-parts.ts';

const request: OperationRequest = {
  id: 'r',
  tenant: 'museum',
  method: 'POST',
  url: '',
  params: {},
  query: {},
  headers: {},
  body: undefined,
  encoding: 'json',
};
const anchor = { purpose: 'issuers', id: 'authority', pem: 'PEM' };
const [SCHEME] = (hostedListSchema as JsonObject).examples as readonly [JsonObject];
const nothing: TenantParts = {
  images: [],
  display: [],
  trust: [],
  trustLists: [],
  registrationCertificates: [],
  wallets: [],
  hostedLists: [],
};

/** A platform with the given responses of its operations, `{findings: []}` by default. */
function platform(answers: Readonly<Record<string, Json>> = {}) {
  const calls: { readonly operation: string; readonly params: object; readonly body: Json | undefined }[] = [];
  const call = async (operation: string, { params, body }: OperationRequest) => {
    calls.push({ operation, params, body });
    return { body: answers[operation] ?? { findings: [] } };
  };
  return { call, calls };
}

const outcomes = async (member: PartMember, given: Json, present: Partial<TenantParts> = {}) => {
  const plan = { member, given, present: { ...nothing, ...present }, images: [] };
  return (await planPart(platform(), request, plan)).map(({ id, outcome }) => [id, outcome]);
};

test('what the tenant has is read with its source; what it inherits is left out', async () => {
  const read = await readParts(
    platform({
      'issuer.image.whole': [
        { file: 'a.png', source: 'file' },
        { file: 'b.png', source: 'api', data: 'AAAA' },
      ],
      'issuer.display.get': { source: 'none', entries: [] },
      'issuer.trust.whole': [{ ...anchor, source: 'api' }],
      'issuer.trust-list.whole': [{ id: 'pid', pem: 'PEM', url: 'https://l.example', source: 'api' }],
      'verifier.registration.whole': [{ id: 'r', jwt: 'a.b.c', source: 'api' }],
      'issuer.hosted-list.whole': [{ id: 'own', entities: [], source: 'api' }],
      'issuer.wallets.get': { source: 'installation', clients: [] },
    }),
    request,
  );
  assert.deepEqual([read.display, read.wallets, read.images.length], [[], [], 2]);
  assert.deepEqual(exportedParts(read), {
    images: [{ file: 'b.png', source: 'api', data: 'AAAA' }],
    trust: [{ ...anchor, source: 'api' }],
    trustLists: [{ id: 'pid', pem: 'PEM', url: 'https://l.example', source: 'api' }],
    registrationCertificates: [{ id: 'r', jwt: 'a.b.c', source: 'api' }],
    hostedLists: [{ id: 'own', entities: [], source: 'api' }],
  });
});

test('lists and registration certificates are told apart by their id, and written by their own operations', async () => {
  const written: readonly (readonly [PartMember, Json & object, string])[] = [
    [
      'trustLists',
      { id: 'pid', pem: 'PEM', url: 'https://l.example/pid', list: 'pid-providers' },
      'issuer.trust-list.put',
    ],
    ['registrationCertificates', { id: 'r', jwt: 'a.b.c' }, 'verifier.registration.put'],
    [
      'hostedLists',
      {
        id: 'own',
        ...SCHEME,
        revision: undefined,
        entities: [],
      } as Json & object,
      'issuer.hosted-list.whole.put',
    ],
  ];
  for (const [member, document, operation] of written) {
    const { call, calls } = platform();
    const plain = JSON.parse(JSON.stringify(document));
    const given = [{ ...plain, source: 'api' }];
    assert.deepEqual(await outcomes(member, given, { [member]: given }), [[plain.id, 'unchanged']]);
    const [planned] = await planPart({ call }, request, { member, given, present: nothing, images: [] });
    assert.deepEqual([planned?.outcome, planned?.mistakes], ['new', []]);
    await writePart({ call }, request, planned ?? assert.fail());
    assert.deepEqual(calls.at(-1), { operation, params: {}, body: plain });
    assert.equal(calls[0]?.operation, operation.replace(/put$/, 'check'));
  }
});

test('an anchor is told apart by purpose and id', async () => {
  const present = { trust: [{ ...anchor, source: 'api' }] };
  assert.deepEqual(await outcomes('trust', [{ ...anchor, source: 'api' }], present), [
    ['issuers/authority', 'unchanged'],
  ]);
  assert.deepEqual(await outcomes('trust', [{ ...anchor, pem: 'OTHER' }], present), [['issuers/authority', 'changed']]);
  const provider = { ...anchor, purpose: 'wallet-providers' };
  assert.deepEqual(await outcomes('trust', [provider], present), [['wallet-providers/authority', 'new']]);
  assert.deepEqual(await outcomes('trust', [anchor, anchor]), [
    ['issuers/authority', 'new'],
    ['issuers/authority', 'wrong'],
  ]);
});

test('what is a file is not written, and the same content is unchanged', async () => {
  const display = [{ source: 'file', entries: [{ name: 'A' }] }];
  assert.deepEqual(await outcomes('display', { entries: [{ name: 'A' }] }, { display }), [[undefined, 'unchanged']]);
  assert.deepEqual(await outcomes('display', { entries: [{ name: 'B' }] }, { display }), [[undefined, 'file']]);
  const images = [{ file: 'a.png', source: 'file' }];
  assert.deepEqual(await outcomes('images', [{ file: 'a.png', data: 'AAAA' }], { images }), [['a.png', 'file']]);
});

test('the shape is checked as by the route, then the rest by the issuer, which learns of the images', async () => {
  const { call, calls } = platform({
    'issuer.display.check': { findings: [{ pointer: '/entries/0/logo', detail: 'x' }] },
  });
  const plan = { member: 'display', given: { entries: [{ name: 'A' }] }, present: nothing, images: ['a.png'] } as const;
  const [planned] = await planPart({ call }, request, plan);
  assert.deepEqual([planned?.outcome, planned?.mistakes], ['wrong', [{ pointer: '/entries/0/logo', detail: 'x' }]]);
  assert.deepEqual(calls[0]?.body, { entries: [{ name: 'A' }], alongside: ['a.png'] });
  const [shapeless] = await planPart({ call }, request, { ...plan, given: { entries: 7 } });
  assert.deepEqual([shapeless?.mistakes[0]?.pointer, calls.length], ['/entries', 1]);
});

test('an anchor is written under its purpose', async () => {
  const { call, calls } = platform();
  const plan = { member: 'trust', given: [{ ...anchor, source: 'api' }], present: nothing, images: [] } as const;
  const [planned] = await planPart({ call }, request, plan);
  assert.ok(planned !== undefined && isPart(planned) && !isPart({ kind: 'issuance' }));
  await writePart({ call }, request, planned);
  assert.deepEqual(calls.at(-1), {
    operation: 'issuer.trust.put',
    params: { purpose: 'issuers' },
    body: { id: 'authority', pem: 'PEM' },
  });
});
