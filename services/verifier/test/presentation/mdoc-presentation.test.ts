import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { authorityKeyIdentifier } from '@countersign/shared/crypto/certificate-extensions';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { createDocumentSigner, createIssuingAuthority } from '@countersign/shared/crypto/mdoc-certificates';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import { newReports } from '@countersign/shared/http/reports';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { signerOf } from '../../src/presentation/credential-signer.ts';
import { readPresentation, verifyPresentation } from '../../src/presentation/presentation.ts';
import type { PresentationContext } from '../../src/presentation/presentation-context.ts';
import { readVpToken, type VerifiedResponse, verifyResponse } from '../../src/presentation/verify-response.ts';
import type { DcqlQuery } from '../../src/query/dcql-query.ts';
import {
  type Changes,
  changed,
  type MadeIssuer,
  MDL,
  MDL_NAMESPACE,
  makeIssuer,
  map,
  NOT_AFTER,
  NOT_BEFORE,
} from '../mdoc/made-mdoc.ts';
import { mdocContext, mdocIssuer, mdocOf, mdocQueryOf, mdocRequest, transcriptOf } from './mdocs.ts';
import { context, presentationOf, queryOf } from './presentations.ts';
import { refuses, refusesWith } from './refuses.ts';

const PID = 'eu.europa.ec.eudi.pid.1';
const signer = signerOf(mdocIssuer.signer);

function verify(
  presentation: unknown,
  query: DcqlQuery = mdocQueryOf(),
  change: Partial<PresentationContext> = {},
): VerifiedResponse {
  const vpToken = { mdl: Array.isArray(presentation) ? presentation : [presentation] } as JsonObject;
  return verifyResponse({
    ...mdocContext,
    presented: readVpToken({ vpToken, query, reports: newReports() }),
    transactionData: [],
    responseMode: 'direct_post.jwt',
    ...change,
  });
}

/** The credential with a status. */
const withStatus = (status: CborValue): Changes => ({ mso: (mso) => changed(mso, [['status', status]]) });
const statusList = map([
  [
    'status_list',
    map([
      ['idx', 7],
      ['uri', 'https://issuer.example/list/1'],
    ]),
  ],
]);

test('a valid presentation: the requested elements by namespace, and the signer', () => {
  const { credentials, statuses } = verify(mdocOf());
  assert.deepEqual(credentials, [{ id: 'mdl', values: { [MDL_NAMESPACE]: { given_name: 'Erika' } }, signer }]);
  assert.deepEqual(statuses, []);
});

test('elements beyond the query are not handed on, as of an SD-JWT VC', () => {
  assert.deepEqual(verify(mdocOf(), mdocQueryOf({ claims: undefined as never })).credentials[0]?.values, {});
  const named = mdocQueryOf({ claims: [{ path: [MDL_NAMESPACE, 'age_over_18'], values: [true] }] });
  assert.deepEqual(verify(mdocOf(), named).credentials[0]?.values, { [MDL_NAMESPACE]: { age_over_18: true } });
});

test('a presentation without any element answers a query without claims', () => {
  const nothing = mdocOf({ nameSpaces: () => undefined });
  assert.deepEqual(verify(nothing, mdocQueryOf({ claims: undefined as never })).credentials[0]?.values, {});
  refuses(() => verify(nothing), 'claims');
});

test('several namespaces and kinds of values', () => {
  const elements = {
    [MDL_NAMESPACE]: { birth_date: new Tagged(TAG.fullDate, '1990-02-03'), portrait: Buffer.from('abc') },
    'org.iso.18013.5.1.aamva': { sex: 1 },
  };
  const claims = Object.entries(elements).flatMap(([name, members]) =>
    Object.keys(members).map((element) => ({ path: [name, element] })),
  );
  assert.deepEqual(verify(mdocOf({ elements }), mdocQueryOf({ claims })).credentials[0]?.values, {
    [MDL_NAMESPACE]: { birth_date: '1990-02-03', portrait: 'YWJj' },
    'org.iso.18013.5.1.aamva': { sex: 1 },
  });
});

test('several presentations of one query, where it allows them', () => {
  const two = [mdocOf(), mdocOf({ elements: { [MDL_NAMESPACE]: { given_name: 'Max' } } })];
  const { credentials } = verify(two, mdocQueryOf({ multiple: true }));
  assert.deepEqual(
    credentials.map(({ values }) => values[MDL_NAMESPACE]),
    [{ given_name: 'Erika' }, { given_name: 'Max' }],
  );
  refuses(() => verify(two), 'multiple');
});

test('both formats in one answer, each by the format of its query', () => {
  const query: DcqlQuery = { credentials: [...queryOf().credentials, ...mdocQueryOf().credentials] };
  const mixed = { ...context, anchors: [...context.anchors, ...mdocContext.anchors] };
  // The two issuers are valid at different times, so each presentation is verified at its own.
  const verifyBoth = (pid: Json, mdl: Json): readonly unknown[] => {
    const [sdJwt, mdoc] = query.credentials;
    assert.ok(sdJwt !== undefined && mdoc !== undefined);
    const one = verifyPresentation(readPresentation(String(pid), sdJwt, mixed), mixed);
    const at = { ...mixed, now: mdocContext.now, createdAt: mdocContext.createdAt };
    const two = verifyPresentation(readPresentation(String(mdl), mdoc, at), at);
    return [one.values.given_name, two.values];
  };
  assert.deepEqual(verifyBoth(presentationOf(), mdocOf()), ['Ada', { [MDL_NAMESPACE]: { given_name: 'Erika' } }]);
  refuses(() => verifyBoth(mdocOf(), mdocOf()), 'presentation_format');
  refuses(() => verifyBoth(presentationOf(), presentationOf()), 'presentation_format');
});

test('credential sets of both formats: the wallet answers with one of them', () => {
  const [mdl] = mdocQueryOf().credentials;
  const [pid] = queryOf().credentials;
  assert.ok(mdl !== undefined && pid !== undefined);
  const either = { credentials: [pid, mdl], credentialSets: [{ options: [['pid'], ['mdl']], required: true }] };
  assert.equal(verify(mdocOf(), either).credentials.length, 1);
  refuses(() => verify(mdocOf(), { credentials: [pid, mdl] }), 'incomplete');
});

test('the status is for the caller: a list as CWT, an identifier list, or both; never for the backend', () => {
  const identifierList = map([
    [
      'identifier_list',
      map([
        ['id', Buffer.from('abc')],
        ['uri', 'https://issuer.example/ids'],
      ]),
    ],
  ]);
  const both = new Map([...statusList, ...identifierList]);
  const { statuses, credentials } = verify(mdocOf(withStatus(both)));
  const rest = statuses.map(({ signer: certificate, anchors, ...more }) => {
    assert.equal(certificate.fingerprint256, mdocIssuer.signer.fingerprint256);
    assert.deepEqual(
      anchors.map(({ fingerprint256 }) => fingerprint256),
      [mdocIssuer.anchor.fingerprint256],
    );
    return more;
  });
  const common = { format: 'mso_mdoc', iss: undefined, of: 0, credential: 'mdl' };
  assert.deepEqual(rest, [
    { ...common, uri: 'https://issuer.example/list/1', idx: 7, preferred: 'cwt' },
    { ...common, uri: 'https://issuer.example/ids', id: Buffer.from('abc') },
  ]);
  assert.deepEqual(Object.keys(credentials[0]?.values ?? {}), [MDL_NAMESPACE]);
  assert.equal(verify(mdocOf(withStatus(statusList))).statuses.length, 1);
});

test('a status of another kind, or a malformed one, can not be looked up', () => {
  const malformed = map([
    [
      'status_list',
      map([
        ['idx', -1],
        ['uri', 'https://issuer.example/list/1'],
      ]),
    ],
  ]);
  for (const status of [
    map([['other', 1]]),
    new Map(),
    'x',
    0,
    malformed,
    new Map([...statusList, ['identifier_list', 1]]),
  ]) {
    refuses(() => verify(mdocOf(withStatus(status as CborValue))), 'status_unavailable');
  }
});

/** An issuer whose certificates have the extensions of ISO/IEC 18013-5, annex B, the key identifiers among them. */
async function nationalIssuer(): Promise<MadeIssuer> {
  const common = {
    tenant: 'acme',
    host: 'iaca.example',
    random: systemRandom,
    notBefore: NOT_BEFORE,
    notAfter: NOT_AFTER,
  };
  const [anchorKeys, signerKeys] = [generateKeyPair(), generateKeyPair()];
  const anchorPem = await createIssuingAuthority({
    ...common,
    keys: anchorKeys,
    country: 'DE',
    issuerUrl: 'https://iaca.example',
    revocationListUrl: 'https://iaca.example/crl',
  });
  const authority = { certificate: anchorPem, privateKey: anchorKeys.privateKey };
  const pem = await createDocumentSigner({ ...common, publicKey: signerKeys.publicKey, authority });
  const [anchor, madeSigner] = [new X509Certificate(anchorPem), new X509Certificate(pem)];
  return { anchor, anchorPem, anchorKeys, signer: madeSigner, signerKey: signerKeys.privateKey };
}

test('trusted authorities narrow trust: some certificate of the chain names one', async () => {
  const asking = (value: string): DcqlQuery => mdocQueryOf({ trusted_authorities: [{ type: 'aki', values: [value] }] });
  const issuer = await nationalIssuer();
  const named = authorityKeyIdentifier(issuer.signer)?.toString('base64url');
  const anchors = [{ certificate: issuer.anchor, vcts: [], doctypes: [MDL] }];
  refuses(() => verify(mdocOf({}, issuer), asking('AAAA'), { anchors }), 'trusted_authorities');
  if (named === undefined) return assert.fail('the signer names its authority');
  assert.equal(verify(mdocOf({}, issuer), asking(named), { anchors }).credentials.length, 1);
  refuses(() => verify(mdocOf({}, issuer), asking(named)), 'issuer_trust');
});

test('a certificate that the holder appends to the chain makes nothing a trusted authority', async () => {
  const [issuer, other] = [await nationalIssuer(), await nationalIssuer()];
  const foreign = authorityKeyIdentifier(other.signer)?.toString('base64url') ?? '';
  const asked = mdocQueryOf({ trusted_authorities: [{ type: 'aki', values: [foreign] }] });
  // The signer is trusted for its own key, so nothing checks the rest of the chain.
  const anchors = [{ certificate: issuer.signer, vcts: [], doctypes: [MDL] }];
  const appended: Changes = { unprotected: () => new Map([[33, [issuer.signer.raw, other.signer.raw]]]) };
  assert.equal(verify(mdocOf(appended, issuer), mdocQueryOf(), { anchors }).credentials.length, 1);
  refuses(() => verify(mdocOf(appended, issuer), asked, { anchors }), 'trusted_authorities');
});

test('a pinned signer is its own chain: its authority key identifier is compared, and nothing is followed', async () => {
  const [issuer, other] = [await nationalIssuer(), await nationalIssuer()];
  const asking = (of: MadeIssuer): DcqlQuery => {
    const named = authorityKeyIdentifier(of.signer)?.toString('base64url') ?? '';
    return mdocQueryOf({ trusted_authorities: [{ type: 'aki', values: [named] }] });
  };
  const anchors = [{ certificate: issuer.signer, vcts: [], doctypes: [MDL], pinned: true as const }];
  const appended: Changes = { unprotected: () => new Map([[33, [issuer.signer.raw, other.signer.raw]]]) };
  assert.equal(verify(mdocOf(appended, issuer), asking(issuer), { anchors }).credentials.length, 1);
  refuses(() => verify(mdocOf(appended, issuer), asking(other), { anchors }), 'trusted_authorities');
});

test('an anchor counts for the document types that it is limited to', () => {
  const trusting = (doctypes: readonly string[] | 'any') => ({
    anchors: [{ certificate: mdocIssuer.anchor, vcts: 'any' as const, doctypes }],
  });
  assert.equal(verify(mdocOf(), mdocQueryOf(), trusting('any')).credentials.length, 1);
  assert.equal(verify(mdocOf(), mdocQueryOf(), trusting([PID, MDL])).credentials.length, 1);
  const facts = {
    detail: 'type_not_allowed',
    received: [MDL],
    count: 1,
    credential: 'mdl',
    ...certificateFacts(mdocIssuer.signer),
  };
  // An anchor only for SD-JWT VCs has no document type.
  refusesWith(() => verify(mdocOf(), mdocQueryOf(), trusting([])), 'issuer_trust', facts);
  refusesWith(() => verify(mdocOf(), mdocQueryOf(), trusting([PID])), 'issuer_trust', facts);
  refuses(() => verify(mdocOf(), mdocQueryOf(), { anchors: [] }), 'issuer_trust');
});

test('the purpose of the signer is demanded of driving licences alone', async () => {
  const plain = await makeIssuer({ purposes: [] });
  const anchors = [{ certificate: plain.anchor, vcts: [], doctypes: 'any' as const }];
  refuses(() => verify(mdocOf({}, plain), mdocQueryOf(), { anchors }), 'issuer_trust');
  const pid = mdocOf({ docType: PID }, plain);
  const asked = mdocQueryOf({ meta: { doctype_value: PID } });
  assert.equal(verify(pid, asked, { anchors }).credentials.length, 1);
});

test('the device may have signed for one of several sessions', () => {
  const other = { ...mdocRequest, nonce: 'other' };
  const sessionTranscripts = () => [transcriptOf(other), transcriptOf(mdocRequest)];
  assert.equal(verify(mdocOf(), mdocQueryOf(), { sessionTranscripts }).credentials.length, 1);
  refuses(() => verify(mdocOf(), mdocQueryOf(), { sessionTranscripts: () => [transcriptOf(other)] }), 'kb_signature');
  refuses(() => verify(mdocOf(), mdocQueryOf(), { sessionTranscripts: () => [] }), 'kb_signature');
});

test('ages: the configuration decides whether another age may answer', () => {
  const claims = [{ path: [MDL_NAMESPACE, 'age_over_18'] }];
  const older = mdocOf({ elements: { [MDL_NAMESPACE]: { age_over_21: true } } });
  refuses(() => verify(older, mdocQueryOf({ claims })), 'claims');
  const { credentials } = verify(older, mdocQueryOf({ claims }), { ageOver: 'nearest' });
  assert.deepEqual(credentials[0]?.values, { [MDL_NAMESPACE]: { age_over_21: true } });
});

test('times: valid until its own end, and no longer than its certificates', () => {
  const end = Date.UTC(2030, 7, 1);
  assert.equal(verify(mdocOf(), mdocQueryOf(), { now: end - 1 }).credentials.length, 1);
  refuses(() => verify(mdocOf(), mdocQueryOf(), { now: end }), 'time');
  refuses(() => verify(mdocOf(), mdocQueryOf(), { now: NOT_AFTER + 1 }), 'time');
});

test('each check is reported by its name, the cheap ones first', () => {
  const reports = newReports();
  const names = () => reports.checks.splice(0).map(({ check }) => check);
  const asked = mdocQueryOf({ trusted_authorities: [{ type: 'aki', values: ['AAAA'] }] });
  refuses(() => verify(mdocOf(), asked, { reports }), 'trusted_authorities');
  assert.deepEqual(names(), [
    'readDeviceResponse',
    'matchDoctype',
    'anchorsFor',
    'verifyIssuerAuth',
    'verifyDeviceAuth',
    'matchAuthorities',
  ]);
  verify(mdocOf(), mdocQueryOf(), { reports });
  assert.deepEqual(names().slice(-3), ['matchElements', 'statusReference', 'checkTransactionData']);
});

test('a refusal names the query, the certificate and the folder of the anchors', async () => {
  const foreign = await makeIssuer();
  const trustPlace = 'CONFIG_FOLDER/trust/issuers';
  refusesWith(() => verify(mdocOf({}, foreign), mdocQueryOf(), { trustPlace: () => trustPlace }), 'issuer_trust', {
    ...certificateFacts(foreign.signer),
    detail: 'no_anchor',
    place: trustPlace,
    credential: 'mdl',
  });
});
