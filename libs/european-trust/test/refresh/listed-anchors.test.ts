import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statusCertificates } from '@countersign/shared/trust/listed-anchors';
import { indexAnchors } from '../../src/lists/anchor-index.ts';
import { listedCertificate } from '../../src/lists/certificate-names.ts';
import type { ListEntry, ServicePurpose } from '../../src/lists/trust-list.ts';
import { parseSource } from '../../src/lists/written-source.ts';
import { createListedAnchors } from '../../src/refresh/listed-anchors.ts';
import type { LoadedList } from '../../src/refresh/loaded-lists.ts';
import { type MadeCertificate, makeTestAuthority } from '../registration/made-certificates.ts';
import { VALIDITY } from '../registration/registrar.ts';

const [issuance, revocation] = [
  await makeTestAuthority('issuance', VALIDITY),
  await makeTestAuthority('revocation', VALIDITY),
];

function entry(number: number, purpose: ServicePurpose, { certificate }: MadeCertificate): ListEntry {
  const entity = { number, name: `entity ${number}`, tradeNames: [] };
  return {
    entity,
    service: { name: 'service', type: purpose },
    purpose,
    certificates: [listedCertificate(certificate)],
  };
}

function anchorsOf(list: string, entries: readonly ListEntry[], isInForce = true) {
  const parsed = parseSource(JSON.stringify({ url: 'https://l.example', list }));
  const from = { ...parsed, source: { ...parsed.source, id: 'name' } };
  const loaded = {
    from,
    list: { sequenceNumber: 1, entries },
    index: indexAnchors({ entries }),
  } as unknown as LoadedList;
  const sources = async () => [from];
  const lists = {
    inForce: async () => (isInForce ? [loaded] : []),
    last: async () => undefined,
    sources,
    ended: async () => (isInForce ? [] : [from]),
  };
  return createListedAnchors({ sources, lists });
}

describe('the anchors of a list for another purpose than credentials', () => {
  it('are those of its class, each with the revocation service of its entity', async () => {
    const entries = [
      entry(0, 'wallet/issuance', issuance),
      entry(0, 'wallet/revocation', revocation),
      entry(1, 'wallet/issuance', revocation),
    ];
    const anchors = await anchorsOf('wallet-providers', entries).all('tenant', 'wallet-providers');
    assert.deepEqual(
      anchors.map(({ listed }) => [listed?.list, listed?.entity, listed?.revocation.length]),
      [
        ['name', 'entity 0', 1],
        ['name', 'entity 1', 0],
      ],
    );
    assert.equal(statusCertificates(anchors).length, 3);
    assert.deepEqual(await anchorsOf('wallet-providers', entries).all('tenant', 'access-authorities'), []);
    assert.equal(await anchorsOf('wallet-providers', entries).issuers('tenant'), undefined);
  });

  it('of registration certificates are a pair under one name', async () => {
    const entries = [entry(0, 'registration/issuance', issuance), entry(0, 'registration/revocation', revocation)];
    const anchors = anchorsOf('registration-certificate-providers', entries);
    const [signer] = await anchors.all('tenant', 'registration-providers');
    const [status] = await anchors.all('tenant', 'registration-status');
    assert.deepEqual([signer?.file, status?.file], ['name/0', 'name/0']);
    assert.equal(status?.certificate.fingerprint256, revocation.certificate.fingerprint256);
  });
});

it('a tenant whose list of wallet providers has ended still expects attested wallets, and trusts none', async () => {
  const ended = anchorsOf('wallet-providers', [entry(0, 'wallet/issuance', issuance)], false);
  assert.deepEqual(
    [await ended.expectsAttestedWallets('tenant'), await ended.all('tenant', 'wallet-providers')],
    [true, []],
  );
  assert.deepEqual(
    [await ended.isUndecided('tenant', 'wallet-providers'), await ended.isUndecided('tenant', 'issuers')],
    [true, false],
  );
  const pids = anchorsOf('pid-providers', [], false);
  assert.deepEqual(
    [
      await pids.isUndecided('tenant', 'issuers'),
      await anchorsOf('pid-providers', []).isUndecided('tenant', 'issuers'),
    ],
    [true, false],
  );
  assert.equal(await anchorsOf('pid-providers', []).expectsAttestedWallets('tenant'), false);
});

it('names the countries of providers of PIDs only, if their list has them', async () => {
  const listedFor = async (purpose: ServicePurpose, territories?: readonly string[]) => {
    const { entity, ...others } = entry(0, purpose, issuance);
    const of = { ...others, entity: { ...entity, ...(territories && { territories }) } };
    const find = (await anchorsOf('pid-providers', [of]).issuers('tenant')) ?? assert.fail();
    const presented = {
      key: purpose,
      chain: () => [issuance.certificate],
      format: 'dc+sd-jwt',
      types: ['urn:eudi:pid:1'],
    };
    const [anchor] = find({ ...presented, format: 'dc+sd-jwt', issuedAt: undefined });
    return anchor?.listed?.territories;
  };
  assert.deepEqual(await listedFor('pid/issuance', ['DE', 'EL']), ['DE', 'EL']);
  assert.equal(await listedFor('pid/issuance', []), undefined);
  assert.equal(await listedFor('pid/issuance'), undefined);
  assert.equal(await listedFor('attestation/issuance', ['DE']), undefined);
});
