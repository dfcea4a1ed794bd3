import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { checkBinding, checkClient } from '../../src/registration/binding.ts';
import type { RegistrationClaims } from '../../src/registration/registration-claims.ts';
import { refusesAt } from './findings.ts';
import { extensionOf, nameFor, type TestSubject } from './made-certificates.ts';
import { ACCESS_EXTENSIONS, CLAIMS, createAccessAuthority, LEGAL_PERSON, PARTY, subjectWith } from './registrar.ts';

const authority = await createAccessAuthority();
const issued = async (subject: TestSubject): Promise<X509Certificate> =>
  (await authority.certificate({ subject })).certificate;

const ORGANIZATION = '2.5.4.97';
const SERIAL = '2.5.4.5';
const claimsWith = (change: Readonly<Record<string, unknown>> = {}) => {
  const entries = Object.entries({ ...CLAIMS, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as RegistrationClaims;
};
const RULES: Parameters<typeof checkBinding>[2] = { serviceIdentifier: 'compare' };
const binds = (claims: RegistrationClaims, access: X509Certificate, rules = RULES) =>
  checkBinding(claims, access, rules);
const unbound = (claims: RegistrationClaims, access: X509Certificate, pointer: string, rules = RULES) => {
  const { detail } = refusesAt(() => binds(claims, access, rules), 'registration_certificate_not_bound', pointer);
  assert.doesNotMatch(detail, /HRB/);
};

const legal = await issued(LEGAL_PERSON);

describe('a registration certificate of a legal person', () => {
  it('has the organizationIdentifier of the access certificate', () => binds(claimsWith(), legal));

  it('is refused with the identifier of another party, also where only case or a space differs', () => {
    for (const sub of [
      'NTRDE-HRB654321',
      PARTY.toLowerCase(),
      `${PARTY} `,
      ` ${PARTY}`,
      `${PARTY}\u0000`,
      'NTRDE-ＨRB123456',
    ]) {
      unbound(claimsWith({ sub }), legal, '/sub');
    }
  });

  it('is refused where both identifiers are missing, or both empty', async () => {
    const without = await issued(subjectWith({ [ORGANIZATION]: undefined }));
    const empty = await issued(subjectWith({ [ORGANIZATION]: '' }));
    for (const access of [without, empty, legal]) {
      unbound(claimsWith({ sub: undefined }), access, '/sub');
      unbound(claimsWith({ sub: '' }), access, '/sub');
    }
    for (const access of [without, empty]) unbound(claimsWith(), access, '/0/subject/organizationIdentifier');
  });

  it('is refused where the subject has two identifiers, in either order', async () => {
    for (const values of [
      [PARTY, 'NTRDE-HRB654321'],
      ['NTRDE-HRB654321', PARTY],
      [PARTY, PARTY],
    ]) {
      const twice = await issued([...values.map((value) => [ORGANIZATION, value] as const), ['CN', 'x']]);
      unbound(claimsWith(), twice, '/0/subject/organizationIdentifier');
    }
  });

  it('is refused where the right string is in another attribute', async () => {
    for (const attribute of [SERIAL, 'OU', 'O', 'CN']) {
      const misplaced = await issued([...subjectWith({ [ORGANIZATION]: undefined }), [attribute, PARTY]]);
      unbound(claimsWith(), misplaced, '/0/subject/organizationIdentifier');
    }
  });

  it('may have an O in another spelling', async () =>
    binds(claimsWith(), await issued(subjectWith({ O: 'EXAMPLE SHOP' }))));
});

describe('a registration certificate of a natural person', () => {
  const person = { sub: 'TINDE-12345', sub_ln: undefined, sub_gn: 'Erika', sub_fn: 'Mustermann' };
  const NATURAL: TestSubject = [
    ['C', 'DE'],
    ['CN', 'Erika'],
    ['2.5.4.42', 'Erika'],
    [SERIAL, 'TINDE-12345'],
  ];

  it('has the serialNumber of the access certificate', async () => binds(claimsWith(person), await issued(NATURAL)));

  it('is refused with another, a missing or a second serialNumber, and with an organizationIdentifier', async () => {
    unbound(claimsWith({ ...person, sub: 'TINDE-12346' }), await issued(NATURAL), '/sub');
    const others: readonly TestSubject[] = [
      NATURAL.filter(([type]) => type !== SERIAL),
      [...NATURAL, [SERIAL, 'TINDE-12345']],
      [...NATURAL.filter(([type]) => type !== SERIAL), [ORGANIZATION, 'TINDE-12345']],
    ];
    for (const subject of others) unbound(claimsWith(person), await issued(subject), '/0/subject/serialNumber');
  });

  it('is not one of a legal person with names', async () => {
    unbound(
      claimsWith({ ...person, sub_ln: 'Example AG' }),
      await issued(NATURAL),
      '/0/subject/organizationIdentifier',
    );
  });
});

describe('a registration certificate for an intermediary', async () => {
  const INTERMEDIARY = 'NTRDE-HRB999';
  const access = await issued(subjectWith({ [ORGANIZATION]: INTERMEDIARY }));
  const acting = { intermediary: { sub: INTERMEDIARY, sname: 'Broker' }, act: { sub: INTERMEDIARY } };

  it('has the intermediary of the access certificate, and another party', () => binds(claimsWith(acting), access));

  it('is refused where intermediary and acting party differ, or one is missing', () => {
    unbound(claimsWith({ ...acting, act: { sub: 'NTRDE-HRB998' } }), access, '/act/sub');
    unbound(claimsWith({ ...acting, act: undefined }), access, '/act/sub');
    unbound(claimsWith({ ...acting, act: {} }), access, '/act/sub');
    unbound(claimsWith({ ...acting, intermediary: undefined }), access, '/intermediary/sub');
    unbound(claimsWith({ intermediary: {}, act: {} }), access, '/intermediary/sub');
    unbound(claimsWith({ intermediary: { sub: '' }, act: { sub: '' } }), access, '/intermediary/sub');
  });

  it('is refused with the access certificate of the party itself', () => {
    unbound(claimsWith(acting), legal, '/intermediary/sub');
  });

  it('is refused where the party is the intermediary', () => {
    unbound(claimsWith({ ...acting, sub: INTERMEDIARY }), access, '/sub');
  });

  const refusesClient = (claims: RegistrationClaims, client: string | undefined, pointer: string) =>
    refusesAt(() => checkClient(claims, client), 'registration_certificate_not_bound', pointer);

  it('is refused for another client of the same intermediary, or for one that is not named', () => {
    checkClient(claimsWith(acting), PARTY);
    for (const other of ['NTRDE-HRB111', PARTY.toLowerCase(), `${PARTY} `, INTERMEDIARY, '']) {
      refusesClient(claimsWith(acting), other, '/sub');
    }
    refusesClient(claimsWith(acting), undefined, '/intermediary');
    refusesClient(claimsWith({ ...acting, intermediary: undefined }), undefined, '/intermediary');
  });

  it('is needed where the configuration names a client', () => {
    checkClient(claimsWith(), undefined);
    refusesClient(claimsWith(), PARTY, '/intermediary');
  });
});

describe('the service of a registration certificate', async () => {
  const accessWith = async (...uris: readonly string[]): Promise<X509Certificate> => {
    const names = extensionOf.names(...uris.map(nameFor.uri));
    const { certificate } = await authority.certificate({
      extensions: [...Object.values({ ...ACCESS_EXTENSIONS, names })],
    });
    return certificate;
  };
  const of = (service: string) => claimsWith({ srv_id: service });
  const contact = 'https://shop.example/contact';

  it('is the one of the access certificate, as a whole or as its end', async () => {
    binds(of('urn:service:7'), await accessWith(contact, 'urn:service:7'));
    binds(of('7'), await accessWith(contact, 'https://registrar.example/wrp/1/services/7'));
  });

  it('is refused where the access certificate has another one, unless it is not compared', async () => {
    const other = await accessWith(contact, 'https://registrar.example/wrp/1/services/17');
    unbound(of('7'), other, '/srv_id');
    binds(of('7'), other, { serviceIdentifier: 'ignore' });
  });

  it('is not compared where one of them has none', async () => {
    binds(of('7'), await accessWith(contact));
    binds(claimsWith(), await accessWith(contact, 'https://registrar.example/wrp/1/services/7'));
  });
});
