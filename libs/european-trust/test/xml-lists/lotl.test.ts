import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListPointer } from '../../src/xml-lists/list-value.ts';
import { type LotlConfiguration, type LotlStep, lotlStep, type OpenedDocuments } from '../../src/xml-lists/lotl.ts';
import { LotlError, type LotlProblem } from '../../src/xml-lists/lotl-error.ts';
import type { OpenedList } from '../../src/xml-lists/open-list.ts';
import { XmlListError } from '../../src/xml-lists/xml-list-error.ts';

const NOW = Date.UTC(2026, 10, 1);
const BASE = 'https://lists.example';
const LOTL = `${BASE}/lotl.xml`;
const JOURNAL = 'https://journal.example/2019';
const CONFIGURATION: LotlConfiguration = { journal: JOURNAL, location: LOTL, signers: ['A', 'B'] };
const pivot = (number: number): string => `${BASE}/pivot-${number}.xml`;

interface Parts {
  readonly signer: string;
  /** Certificates in the list's pointer to itself. */
  readonly announced: readonly string[];
  readonly uris?: readonly string[];
  readonly at?: string;
  readonly sha256?: string;
  readonly nextUpdate?: number | undefined;
}

const PREFIX = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType';
const pointerTo = (
  location: string,
  certificates: readonly string[],
  change: Partial<ListPointer> = {},
): ListPointer => ({
  location,
  territory: 'EU',
  mimeType: 'application/vnd.etsi.tsl+xml',
  listType: `${PREFIX}/EUlistofthelists`,
  certificates,
  ...change,
});

function opened({ signer, announced, uris = [JOURNAL], at = LOTL, sha256 = 'same', ...more }: Parts): OpenedList {
  const list = {
    type: 'list of lists',
    territory: 'EU',
    sequenceNumber: 1,
    issuedAt: NOW,
    nextUpdate: 'nextUpdate' in more ? more.nextUpdate : NOW + 1,
    operator: '',
    operatorNames: [],
    informationUris: uris,
    pointers: [
      pointerTo(at, ['PDF'], { mimeType: 'application/pdf' }),
      pointerTo(at, ['NATIONAL'], { listType: `${PREFIX}/EUgeneric` }),
      pointerTo(at, announced),
    ],
    entries: [],
    skipped: [],
  } as const;
  return { list, signer, warnings: [], sha256, content: sha256 };
}

/** Signers changed from A to C to E: pivot 1 was signed by A, pivot 2 by C, and the list is signed by E. */
const URIS = [pivot(2), pivot(1), JOURNAL, 'https://lists.example/about.html'];
const chain = (): Map<string, OpenedList | XmlListError> =>
  new Map<string, OpenedList | XmlListError>([
    [LOTL, opened({ signer: 'E', announced: ['E'], uris: URIS })],
    [pivot(2), opened({ signer: 'C', announced: ['C', 'E'] })],
    [pivot(1), opened({ signer: 'A', announced: ['A', 'C'] })],
  ]);

const step = (documents: OpenedDocuments, configuration = CONFIGURATION, now = NOW): LotlStep =>
  lotlStep(configuration, documents, now);
const authenticated = (documents: OpenedDocuments, configuration = CONFIGURATION) => {
  const result = step(documents, configuration);
  assert.ok('authenticated' in result, JSON.stringify(result));
  return result.authenticated;
};
function fails(problem: LotlProblem, documents: OpenedDocuments, configuration = CONFIGURATION, now = NOW): void {
  assert.throws(
    () => step(documents, configuration, now),
    (error: unknown) => error instanceof LotlError && error.problem === problem,
  );
}
const changed = (location: string, parts: Parts) => chain().set(location, opened(parts));

describe('the list of trusted lists', () => {
  it('is signed by a certificate of the journal, without pivots', () => {
    const documents = new Map([[LOTL, opened({ signer: 'B', announced: ['B', 'D'] })]]);
    assert.deepEqual(authenticated(documents).path, [{ location: LOTL, sequenceNumber: 1, signer: 'B' }]);
  });

  it('is followed from pivot to pivot, newest first', () => {
    assert.deepEqual(
      authenticated(chain()).path.map(({ signer }) => signer),
      ['E', 'C', 'A'],
    );
  });

  it('says what to fetch before it decides', () => {
    assert.deepEqual(step(new Map()), { needs: [LOTL] });
    const documents = chain();
    documents.delete(pivot(1));
    documents.delete(pivot(2));
    assert.deepEqual(step(documents), { needs: [pivot(2), pivot(1)] });
  });

  it('may be a pivot itself', () => {
    const itself = opened({ signer: 'A', announced: ['A', 'C'], uris: [pivot(1), JOURNAL] });
    assert.equal(
      authenticated(
        new Map([
          [LOTL, itself],
          [pivot(1), itself],
        ]),
      ).path.length,
      2,
    );
  });

  it('must name the configured journal', () => {
    const configuration = { ...CONFIGURATION, journal: `${JOURNAL}/other` };
    fails('OJEU_LOCATION_INPUT_NOT_MATCHING_OJEU_LOCATION_IN_LOTL', chain(), configuration);
  });

  it('must be signed by a certificate by which it points to itself', () => {
    const documents = new Map([[LOTL, opened({ signer: 'A', announced: ['B', 'PDF', 'NATIONAL'] })]]);
    fails('LOTL_SIGNER_CERT_NOT_AUTHENTICATED_BY_LOTL', documents);
    const byPdf = new Map([[LOTL, opened({ signer: 'PDF', announced: ['B'] })]]);
    fails('LOTL_SIGNER_CERT_NOT_AUTHENTICATED_BY_LOTL', byPdf, { ...CONFIGURATION, signers: ['PDF'] });
  });

  it('fails if its signer or that of the last pivot is not in the journal', () => {
    const documents = new Map([[LOTL, opened({ signer: 'X', announced: ['X'] })]]);
    fails('PIVOT_0_LOTLSO_SIGNER_CERT_NOT_AUTHENTICATED_BY_OJEU', documents);
    fails('PIVOT_2_LOTLSO_SIGNER_CERT_NOT_AUTHENTICATED_BY_OJEU', chain(), {
      ...CONFIGURATION,
      signers: ['B', 'C', 'E'],
    });
  });

  it('fails with a pivot that is unsigned, empty or broken', () => {
    for (const problem of ['signature_missing', 'not_well_formed', 'signature_invalid'] as const) {
      fails('PIVOT_1_SIGNATURE_VERIFICATION_FAILED', chain().set(pivot(2), new XmlListError(problem, 'x')));
      fails('PIVOT_2_SIGNATURE_VERIFICATION_FAILED', chain().set(pivot(1), new XmlListError(problem, 'x')));
      fails('LOTL_SIGNATURE_VERIFICATION_FAILED', chain().set(LOTL, new XmlListError(problem, 'x')));
    }
  });

  it('fails with another kind of list as pivot', () => {
    const { list, ...more } = opened({ signer: 'C', announced: ['C', 'E'] });
    const documents = chain().set(pivot(2), { ...more, list: { ...list, type: 'national list' } });
    fails('PIVOT_1_SIGNATURE_VERIFICATION_FAILED', documents);
  });

  it('fails with swapped pivots', () => {
    const uris = [pivot(1), pivot(2), JOURNAL];
    fails('PIVOT_0_SIGNER_CERT_NOT_AUTHENTICATED_BY_PIVOT_1', changed(LOTL, { signer: 'E', announced: ['E'], uris }));
  });

  it('fails with a pivot by an attacker for whom nobody vouches', () => {
    const documents = changed(pivot(2), { signer: 'X', announced: ['X', 'E'] });
    fails('PIVOT_1_SIGNER_CERT_NOT_AUTHENTICATED_BY_PIVOT_2', documents);
    fails('PIVOT_1_SIGNER_CERT_NOT_AUTHENTICATED_BY_PIVOT_1', changed(pivot(2), { signer: 'C', announced: ['E'] }));
  });

  it('fails when it is signed by a key that a newer pivot dropped', () => {
    fails(
      'PIVOT_0_SIGNER_CERT_NOT_AUTHENTICATED_BY_PIVOT_1',
      changed(LOTL, { signer: 'A', announced: ['A'], uris: URIS }),
    );
  });

  it('fails after its next update, and when it is closed; pivots may be old', () => {
    fails('LOTL_NEXTUPDATE_PASSED', chain(), CONFIGURATION, NOW + 1);
    fails(
      'LOTL_NEXTUPDATE_PASSED',
      changed(LOTL, { signer: 'E', announced: ['E'], uris: URIS, nextUpdate: undefined }),
    );
    authenticated(changed(pivot(1), { signer: 'A', announced: ['A', 'C'], nextUpdate: 1 }));
  });

  it('has 32 pivots at most, of its own host', () => {
    const many = Array.from({ length: 33 }, (_, index) => pivot(index));
    const list = (uris: readonly string[]) => new Map([[LOTL, opened({ signer: 'A', announced: ['A'], uris })]]);
    fails('TOO_MANY_PIVOTS', list([...many, JOURNAL]));
    fails('PIVOT_1_ELSEWHERE', list(['http://lists.example/pivot.xml', JOURNAL]));
    fails('PIVOT_2_ELSEWHERE', list([pivot(1), 'https://attacker.example/pivot.xml', JOURNAL]));
    fails('PIVOT_1_ELSEWHERE', list(['../etc/passwd.xml', JOURNAL]));
  });
});

describe('a list of trusted lists that moves', () => {
  const MOVED = `${BASE}/moved.xml`;
  const moved = opened({ signer: 'A', announced: ['A'], at: MOVED });

  it('is followed if the new address serves the same file', () => {
    assert.deepEqual(step(new Map([[LOTL, moved]])), { needs: [MOVED] });
    assert.equal(
      authenticated(
        new Map([
          [LOTL, moved],
          [MOVED, moved],
        ]),
      ).newLocation,
      MOVED,
    );
  });

  it('is refused if the new address serves another file', () => {
    const other = { ...moved, sha256: 'other' };
    fails(
      'LOTL_FILE_CONFLICT',
      new Map([
        [LOTL, moved],
        [MOVED, other],
      ]),
    );
    const unreadable = new XmlListError('size', 'x');
    fails(
      'LOTL_FILE_CONFLICT',
      new Map<string, OpenedList | XmlListError>([
        [LOTL, moved],
        [MOVED, unreadable],
      ]),
    );
  });

  it('may point to itself by a relative address', () => {
    const relative = opened({ signer: 'A', announced: ['A'], at: 'lotl.xml' });
    assert.equal(authenticated(new Map([[LOTL, relative]])).newLocation, undefined);
  });
});

describe('a newer journal', () => {
  const NEWER = 'https://journal.example/2026';

  it('is reported with the certificates of the pivot behind it', () => {
    const documents = changed(LOTL, { signer: 'E', announced: ['E'], uris: [NEWER, ...URIS] });
    assert.deepEqual(authenticated(documents).newJournal, { journal: NEWER, signers: ['C', 'E'] });
    assert.deepEqual(authenticated(documents).path.length, 3);
  });

  it('is configured: pivots behind it are not needed', () => {
    const list = opened({ signer: 'A', announced: ['A'], uris: [NEWER, ...URIS] });
    const result = authenticated(new Map([[LOTL, list]]), { ...CONFIGURATION, journal: NEWER });
    assert.equal(result.newJournal, undefined);
    assert.equal(result.path.length, 1);
  });
});
