import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AccessChain, checkAccessCertificate } from '../../src/registration/access-certificate.ts';
import { anchorsOf } from '../../src/registration/anchors.ts';
import { EU_REGISTRATION } from '../../src/registration/settings.ts';
import { keyOf } from './deterministic-keys.ts';
import { findingsOf, refusesAt } from './findings.ts';
import {
  extensionOf,
  makeTestAuthority,
  makeTestCertificate,
  nameFor,
  type TestSubject,
  USAGE,
} from './made-certificates.ts';
import {
  ACCESS_EXTENSIONS,
  type AccessChange,
  createAccessAuthority,
  createRegistrar,
  DAY,
  LEGAL_PERSON,
  NOW,
  subjectWith,
  TENANT_KEY,
  VALIDITY,
} from './registrar.ts';

const authority = await createAccessAuthority();
const { certificate: root } = authority.authority;

async function chainOf(change: AccessChange = {}, access: Partial<AccessChain> = {}): Promise<AccessChain> {
  const { certificate } = await authority.certificate(change);
  const common = { anchors: authority.anchors, publicKey: TENANT_KEY.publicKey, now: NOW, settings: EU_REGISTRATION };
  return { chain: [certificate], ...common, ...access };
}

const invalid = (chain: AccessChain, pointer: string) =>
  refusesAt(() => checkAccessCertificate(chain), 'access_certificate_invalid', pointer);
const untrusted = (chain: AccessChain, pointer: string, detail?: string) => {
  const { facts } = refusesAt(() => checkAccessCertificate(chain), 'access_certificate_untrusted', pointer);
  assert.equal(facts?.detail, detail);
};
const NATURAL: TestSubject = [
  ['C', 'DE'],
  ['CN', 'Erika'],
  ['2.5.4.42', 'Erika'],
  ['2.5.4.5', 'TINDE-12345'],
];

describe('an access certificate', () => {
  it('of a legal person or of a natural person is accepted', async () => {
    for (const subject of [LEGAL_PERSON, NATURAL, [...LEGAL_PERSON, ['OU', 'one']] as TestSubject]) {
      const access = await chainOf({ subject });
      assert.deepEqual(checkAccessCertificate(access), { leaf: access.chain[0], warnings: [] });
    }
  });

  it('is accepted without a DNS name, and refused with only one', async () => {
    const { names: _, ...rest } = ACCESS_EXTENSIONS;
    const dns = extensionOf.names(nameFor.dns('shop.example'));
    invalid(await chainOf({ extensions: [...Object.values(rest), dns] }), '/0/extensions/subjectAltName');
    for (const name of [nameFor.email('a@b.example'), nameFor.telephone('+49301')]) {
      checkAccessCertificate(await chainOf({ extensions: [...Object.values(rest), extensionOf.names(name)] }));
    }
  });

  for (const [attribute, name] of [
    ['C', 'country'],
    ['O', 'organization'],
    ['2.5.4.97', 'organizationIdentifier'],
    ['CN', 'commonName'],
  ] as const) {
    it(`is refused without ${name}, with an empty one, and with two`, async () => {
      const [, value = ''] = LEGAL_PERSON.find(([type]) => type === attribute) ?? [];
      const subjects = [
        subjectWith({ [attribute]: undefined }),
        subjectWith({ [attribute]: '' }),
        [...LEGAL_PERSON, [attribute, value] as const],
      ];
      for (const subject of subjects) invalid(await chainOf({ subject }), `/0/subject/${name}`);
    });
  }

  it('of a natural person has a country, a name and an identifier', async () => {
    for (const [attribute, name] of [
      ['C', 'country'],
      ['CN', 'commonName'],
      ['2.5.4.5', 'serialNumber'],
    ] as const) {
      invalid(await chainOf({ subject: NATURAL.filter(([type]) => type !== attribute) }), `/0/subject/${name}`);
    }
  });

  it('has an identifier of kind, country and number; Greece is EL', async () => {
    for (const value of ['LEIXG-529900', 'VATEL-123', 'EORDE-1', 'NTRAT-FN 1 a']) {
      checkAccessCertificate(await chainOf({ subject: subjectWith({ '2.5.4.97': value }) }));
    }
    for (const value of ['VATGR-123', 'HRB123456', 'ntrde-1', 'NTRDE-', 'NTRDE- 1', 'NTRDE-1 ', 'NTRDE1']) {
      invalid(await chainOf({ subject: subjectWith({ '2.5.4.97': value }) }), '/0/subject/organizationIdentifier');
    }
  });

  const removed: readonly (readonly [keyof typeof ACCESS_EXTENSIONS, string])[] = [
    ['names', '/0/extensions/subjectAltName'],
    ['issuers', '/0/extensions/authorityInfoAccess'],
    ['revocationLists', '/0/extensions'],
  ];
  for (const [name, pointer] of removed) {
    it(`is refused without ${name}`, async () => {
      const extensions = Object.entries(ACCESS_EXTENSIONS).flatMap(([key, value]) => (key === name ? [] : [value]));
      invalid(await chainOf({ extensions }), pointer);
    });
  }

  it('has a policy with the address of its practice statement', async () => {
    const { policies: _, ...rest } = ACCESS_EXTENSIONS;
    const extensions = Object.values(rest);
    const missing = await chainOf({ extensions });
    assert.equal(findingsOf(() => checkAccessCertificate(missing)).length, 2);
    invalid(
      await chainOf({ extensions: [...extensions, extensionOf.policies()] }),
      '/0/extensions/certificatePolicies',
    );
    const own = extensionOf.policies('2a0304', 'https://ca.example/cps');
    checkAccessCertificate(await chainOf({ extensions: [...extensions, own] }));
  });

  const { digitalSignature, nonRepudiation, keyEncipherment, keyAgreement, dataEncipherment, keyCertSign } = USAGE;
  const usages: readonly (readonly [string, number, boolean])[] = [
    ['A', nonRepudiation, true],
    ['B', nonRepudiation | digitalSignature, true],
    ['C', digitalSignature, true],
    ['D', digitalSignature | keyEncipherment, true],
    ['D', digitalSignature | keyAgreement, true],
    ['E', keyAgreement, true],
    ['F', nonRepudiation | digitalSignature | keyEncipherment, true],
    ['none: commitments and encryption', nonRepudiation | keyAgreement, false],
    ['none: encryption of data', digitalSignature | dataEncipherment, false],
    ['none: no usage', 0, false],
  ];
  for (const [type, usage, accepted] of usages) {
    it(`is ${accepted ? 'accepted' : 'refused'} with key usage of type ${type} (${usage})`, async () => {
      const access = await chainOf({ usage });
      if (accepted) checkAccessCertificate(access);
      else invalid(access, '/0/extensions/keyUsage');
    });
  }

  it('is refused where it may sign certificates', async () => {
    const ca = await chainOf({ usage: digitalSignature | keyCertSign });
    const reasons = findingsOf(() => checkAccessCertificate(ca)).map(({ reason }) => reason);
    assert.deepEqual(reasons, ['access_certificate_untrusted', 'access_certificate_invalid']);
  });

  it('has a timestamp of certificate transparency, or a warning, or is refused by setting', async () => {
    const { timestamps: _, ...rest } = ACCESS_EXTENSIONS;
    const without = await chainOf({ extensions: Object.values(rest) });
    const [warning] = checkAccessCertificate(without).warnings;
    assert.deepEqual([warning?.reason, warning?.pointer], ['access_certificate_invalid', '/extensions']);
    const withSetting = (requireSct: 'off' | 'refuse') => ({
      ...without,
      settings: { ...EU_REGISTRATION, requireSct },
    });
    assert.deepEqual(checkAccessCertificate(withSetting('off')).warnings, []);
    invalid(withSetting('refuse'), '/extensions');
  });
});

describe('the chain of an access certificate', () => {
  it('is refused where the certificate has expired, or is not valid yet', async () => {
    untrusted(await chainOf({ validity: { ...VALIDITY, notAfter: NOW - DAY * 1000 } }), '', 'expired');
    untrusted(await chainOf({ validity: { ...VALIDITY, notBefore: NOW + DAY * 1000 } }), '', 'not_yet_valid');
  });

  it('is sent without the anchor, with what is between', async () => {
    const { chain } = await chainOf();
    untrusted(await chainOf({}, { chain: [...chain, root] }), '/1');
    const issuer = await makeTestAuthority('access between', VALIDITY, { issuer: authority.authority });
    const { certificate } = await authority.certificate({ issuer });
    checkAccessCertificate(await chainOf({}, { chain: [certificate, issuer.certificate] }));
    untrusted(await chainOf({}, { chain: [certificate] }), '', 'no_anchor');
  });

  it('is refused without a certificate, and where the certificate is self-signed', async () => {
    untrusted(await chainOf({}, { chain: [] }), '');
    const self = await makeTestCertificate({
      subject: LEGAL_PERSON,
      key: TENANT_KEY,
      ...VALIDITY,
      extensions: Object.values(ACCESS_EXTENSIONS),
    });
    untrusted(await chainOf({}, { chain: [self.certificate] }), '/0');
  });

  it('is refused under an anchor of registration certificates', async () => {
    const registrar = await createRegistrar();
    const { certificate } = await authority.certificate({ issuer: registrar.authority });
    const anchors = { ...authority.anchors };
    untrusted(await chainOf({}, { chain: [certificate], anchors }), '', 'no_anchor');
    // @ts-expect-error An anchor of another class does not compile.
    const mixed: AccessChain['anchors'] = anchorsOf('WRPRC/Issuance', [registrar.authority.certificate]);
    assert.equal(mixed.class, 'WRPRC/Issuance');
  });

  it("is refused where the key is another tenant's", async () => {
    const other = await chainOf({ key: keyOf('another tenant') });
    const { pointer, facts } = refusesAt(() => checkAccessCertificate(other), 'access_certificate_key', '/0');
    assert.deepEqual([pointer, Object.keys(facts ?? {})], ['/0', ['subject', 'sha256']]);
  });

  it('has all of its findings at once', async () => {
    const access = await chainOf({
      key: keyOf('another tenant'),
      subject: subjectWith({ C: undefined }),
      validity: { ...VALIDITY, notAfter: NOW - DAY * 1000 },
    });
    assert.deepEqual(
      findingsOf(() => checkAccessCertificate(access)).map(({ reason }) => reason),
      ['access_certificate_untrusted', 'access_certificate_key', 'access_certificate_invalid'],
    );
  });
});
