import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SignedStatusReference } from '@countersign/shared/trust/status-reference';
import { type RegistrationCertificate, readClaims } from '../../src/registration/registration-certificate.ts';
import { RegistrationError } from '../../src/registration/registration-error.ts';
import { checkStatus, statusReferenceOf } from '../../src/registration/status.ts';
import { keyOf } from './deterministic-keys.ts';
import { refusesAt } from './findings.ts';
import { type MadeCertificate, makeTestCertificate } from './made-certificates.ts';
import { CLAIMS, createRegistrar, DAY, lookUpIn, SECONDS, STATUS_URI, statusList, VALIDITY } from './registrar.ts';

const registrar = await createRegistrar();
const other = await createRegistrar('other registrar');
const providers = [other.provider, registrar.provider];
const signer = await registrar.signer();

const certificateWith = (change: object, form: 'jwt' | 'cwt' = 'jwt'): RegistrationCertificate =>
  readClaims({ form, sent: '', claims: { ...CLAIMS, ...change }, chain: [], checkSignature: () => undefined }, [
    signer.certificate,
  ]);
const reference = statusReferenceOf(certificateWith({}), providers);
const signerUnder = (name: string, issuer: MadeCertificate): Promise<MadeCertificate> =>
  makeTestCertificate({ subject: [['CN', name]], key: keyOf(name), issuer, ...VALIDITY });

const outcome = async (token: string | undefined, asked: SignedStatusReference = reference) => {
  try {
    await checkStatus(
      asked,
      lookUpIn(() => token),
    );
    return 'valid';
  } catch (error) {
    assert.ok(error instanceof RegistrationError);
    const [finding] = error.findings;
    return finding?.reason;
  }
};

describe('the status of a registration certificate', () => {
  it('is an entry of a list whose signer belongs to the provider', () => {
    const { anchors, signer: own, ...entry } = reference;
    assert.deepEqual(entry, { uri: STATUS_URI, idx: 7 });
    assert.deepEqual(anchors, [registrar.authority.certificate, registrar.revocation.certificate]);
    assert.equal(own, signer.certificate);
    assert.equal(statusReferenceOf(certificateWith({}, 'cwt'), providers).preferred, 'cwt');
  });

  it('is refused where it is missing, or another mechanism', () => {
    for (const status of [undefined, {}, { identifier_list: { id: 'x' } }]) {
      const { status: _, ...claims } = CLAIMS;
      const certificate = certificateWith(status === undefined ? {} : { status });
      const without =
        status === undefined ? { ...certificate, claims: claims as typeof certificate.claims } : certificate;
      refusesAt(() => statusReferenceOf(without, providers), 'registration_certificate_without_status', '/status');
    }
  });

  it('is valid by a list of the revocation service, of the CA, and of the signer itself', async () => {
    const revoker = await signerUnder('revoker', registrar.revocation);
    const sibling = await signerUnder('sibling', registrar.authority);
    for (const by of [revoker, sibling, signer]) assert.equal(await outcome(statusList({ signer: by })), 'valid');
  });

  it('is revoked by every other value', async () => {
    const revoker = await signerUnder('revoker', registrar.revocation);
    const token = statusList({ signer: revoker, revoked: [7] });
    assert.equal(await outcome(token), 'registration_certificate_revoked');
    assert.equal(await outcome(statusList({ signer: revoker, revoked: [6, 8] })), 'valid');
  });

  it('is unknown by a list of another provider, of another address, expired, too short, or none', async () => {
    const revoker = await signerUnder('revoker', registrar.revocation);
    const foreign = await signerUnder('foreign revoker', other.revocation);
    const tokens = [
      statusList({ signer: foreign }),
      statusList({ signer: await other.signer() }),
      statusList({ signer: revoker, claims: { sub: `${STATUS_URI}/2` } }),
      statusList({ signer: revoker, claims: { exp: SECONDS - DAY } }),
      undefined,
    ];
    for (const token of tokens) assert.equal(await outcome(token), 'registration_status_unknown');
    const past = { ...reference, idx: 16 };
    assert.equal(await outcome(statusList({ signer: revoker, entries: 16 }), past), 'registration_status_unknown');
  });

  it('is looked up by a port whose defects are not findings', async () => {
    await assert.rejects(
      checkStatus(reference, async () => {
        throw new TypeError('defect');
      }),
      TypeError,
    );
  });
});
