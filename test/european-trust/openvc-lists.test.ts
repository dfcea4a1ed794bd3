/** Lists of access certificate authorities by openvc-core 1.37.0, on the same bytes. It knows the profiles F and G. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ListError } from '@countersign/european-trust/lists/list-error';
import {
  BASE,
  DAY,
  entityOf,
  listContent,
  makeSigner,
  read,
  serviceOf,
  signedList,
  sourceOf,
  time,
} from '@countersign/european-trust/test/lists/made-lists';
import { makeTestAuthority } from '@countersign/european-trust/test/registration/made-certificates';
import { NOW, VALIDITY } from '@countersign/european-trust/test/registration/registrar';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { Json } from '@countersign/shared/kernel/json';
import { openvcProgram } from './openvc.ts';

const JUDGE = `
import base64, json, sys
from datetime import datetime, timezone
from cryptography import x509
from openvc.errors import OpenvcError
from openvc.trustlist.lote import EU_WRPAC_PROVIDERS_PROFILE, consume_lote

with open(sys.argv[1], encoding='utf-8') as file:
    given = json.load(file)
now = datetime.fromtimestamp(given['now'], tz=timezone.utc)
signers = [x509.load_der_x509_certificate(base64.b64decode(one)) for one in given['signers']]

def judge(token):
    try:
        found = consume_lote(token, expected_signer_certs=signers, profile=EU_WRPAC_PROVIDERS_PROFILE, now=now)
    except OpenvcError as error:
        return {'refusal': str(error)[:200]}
    return {'sequence': found.sequence_number}

print(json.dumps([judge(token) for token in given['lists']]))
`;

/** Lists with another verdict there, and why. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'critical members of JAdES': 'refused: it does not know sigT and b64 in crit',
  'an operator in another case': 'refused: it compares the name of the signer with its case',
  'a next update that has passed': 'accepted: another call of it judges that',
  'no next update': 'accepted: as above',
  'issued tomorrow': 'accepted: it does not compare the issue time with its clock',
  'a time in the year 9999': 'accepted: nothing but the period between issue and next update is limited',
};

const signer = await makeSigner();
const louder = await makeSigner('louder', {
  subject: [
    ['C', 'EU'],
    ['O', 'EUROPEAN COMMISSION'],
  ],
});
const stranger = await makeSigner('a stranger');
const authority = await makeTestAuthority('access CA', VALIDITY);
const service = (type: string, information = {}) =>
  serviceOf({ type, certificates: [authority.certificate], information });

function listed(
  scheme: object = {},
  services: readonly Json[] = [service('WRPAC/Issuance'), service('WRPAC/Revocation')],
): Json {
  const entities = [entityOf('authority', 'WRPAC', services)];
  return listContent({ annex: 'WRPAC', scheme: { ...scheme }, entities, successors: [signer.certificate] });
}

const cases: Readonly<Record<string, Buffer>> = {
  'a right list': signedList(listed(), { signer }),
  'no entities': signedList(listContent({ annex: 'WRPAC', successors: [signer.certificate] }), { signer }),
  'critical members of JAdES': signedList(listed(), {
    signer,
    header: { crit: ['sigT', 'b64'], sigT: '2026-11-01T00:00:00Z', b64: true },
  }),
  'an operator in another case': signedList(listed(), { signer: louder }),
  'no policy': signedList(listed({ PolicyOrLegalNotice: undefined }), { signer }),
  'a next update that has passed': signedList(
    listed({ ListIssueDateTime: time(NOW - 9 * DAY), NextUpdate: time(NOW - DAY) }),
    { signer },
  ),
  'no next update': signedList(listed({ NextUpdate: null }), { signer }),
  'issued tomorrow': signedList(listed({ ListIssueDateTime: time(NOW + DAY) }), { signer }),
  'a time in the year 9999': signedList(
    listed({ ListIssueDateTime: '9999-01-01T00:00:00Z', NextUpdate: '9999-02-01T00:00:00Z' }),
    { signer },
  ),
  'a stranger': signedList(listed(), { signer: stranger }),
  'another key': signedList(listed(), { signer: { ...signer, key: stranger.key } }),
  'an unknown critical member': signedList(listed(), { signer, header: { crit: ['exp'], exp: 1 } }),
  'a list of PID providers': signedList(listContent({ annex: 'PID', successors: [signer.certificate] }), { signer }),
  'a foreign service type': signedList(listed({}, [service('PID/Issuance')]), { signer }),
  'a status of a service': signedList(listed({}, [service('WRPAC/Issuance', { ServiceStatus: 'x' })]), { signer }),
  'an unknown member': signedList(listed({ other: 1 }), { signer }),
  'a critical extension': signedList(listed({ SchemeExtensions: [{ critical: true }] }), { signer }),
  'a sequence number as text': signedList(listed({ LoTESequenceNumber: '12' }), { signer }),
  'a time with an offset': signedList(listed({ ListIssueDateTime: '2026-11-01T00:00:00+00:00' }), { signer }),
  'seven months': signedList(listed({ NextUpdate: time(NOW + 211 * DAY) }), { signer }),
  'another territory': signedList(listed({ SchemeTerritory: 'DE' }), { signer }),
  'another approach': signedList(listed({ StatusDeterminationApproach: `${BASE}/PIDProvidersList/StatusDetn/EU` }), {
    signer,
  }),
};

const source = sourceOf('WRPAC', [signer.certificate, louder.certificate]);

function isAccepted(bytes: Buffer): boolean {
  try {
    // A closed list is read, and anchors nothing.
    return read(bytes, source).nextUpdate !== null;
  } catch (error) {
    if (error instanceof ListError) return false;
    throw error;
  }
}

describe('lists of trusted entities', () => {
  it('have the same verdict by openvc-core, but for the listed differences', async (t) => {
    const run = await openvcProgram(t);
    if (run === undefined) return;
    const lists = Object.values(cases).map((bytes) => bytes.toString());
    const given = {
      now: NOW / 1000,
      signers: [signer, louder].map(({ certificate }) => x5cElement(certificate)),
      lists,
    };
    const verdicts = (await run(JUDGE, given)) as readonly { readonly refusal?: string }[];
    const differing = Object.entries(cases).filter(
      ([, bytes], index) => isAccepted(bytes) !== (verdicts[index]?.refusal === undefined),
    );
    const theirs = Object.keys(cases).map((name, index) => `${name}: ${verdicts[index]?.refusal ?? 'accepted'}`);
    assert.deepEqual(differing.map(([name]) => name).sort(), Object.keys(DIFFERENCES).sort(), theirs.join('\n'));
  });
});
