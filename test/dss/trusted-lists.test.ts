/**
 * Trusted lists in XML, read by DSS 6.4 and by Countersign from the same bytes: the same verdicts and anchors, except
 * for the listed differences.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { AuthenticatedLotl } from '@countersign/european-trust/xml-lists/lotl';
import { LotlError } from '@countersign/european-trust/xml-lists/lotl-error';
import { nationalPointers, openNationalList, TERRITORIES } from '@countersign/european-trust/xml-lists/national-list';
import { LIST_RULES, type OpenedList, openList } from '@countersign/european-trust/xml-lists/open-list';
import { walkLotl } from '@countersign/european-trust/xml-lists/walk-lotl';
import { XmlListError } from '@countersign/european-trust/xml-lists/xml-list-error';
import { ROOT } from '../cluster/cluster-processes.ts';
import { type Dss, type DssJob, provisionDss } from './dss.ts';

/** Real lists of 2017 to 2023 have version 5, and one has an RSA key of 1024 bits. */
const OLD = { ...LIST_RULES, versions: [5, 6], leastRsaBits: 1024 };
const SAMPLES = join(ROOT, 'libs', 'european-trust', 'test', 'xml-lists', 'samples');
const LOTL = 'https://ec.europa.eu/tools/lotl/eu-lotl.xml';
const OJ_2019 = 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=uriserv:OJ.C_.2019.276.01.0001.01.ENG';

let dss: Dss | undefined;
let missing = '';
let folder: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lists-'));
  try {
    dss = await provisionDss();
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    missing = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nMISSING: DSS, the Commission's library for signatures: ${missing}\n`);
  }
});
after(() => rmSync(folder, { recursive: true, force: true }));

function judge(t: TestContext): Dss | undefined {
  if (dss === undefined) t.skip(missing);
  return dss;
}

/** The same files are opened many times. */
const opened = new Map<string, OpenedList | XmlListError>();
function openOnce(bytes: Buffer): OpenedList {
  const key = createHash('sha256').update(bytes).digest('hex');
  const found = opened.get(key) ?? openOrRefuse(bytes);
  opened.set(key, found);
  if (found instanceof Error) throw found;
  return found;
}

function openOrRefuse(bytes: Buffer): OpenedList | XmlListError {
  try {
    return openList(bytes, 'itself', OLD);
  } catch (error) {
    if (error instanceof XmlListError) return error;
    throw error;
  }
}

/** Countersign's verdict: the authenticated list, or the standard's word for why there is none. */
async function ours(job: DssJob, signers: readonly string[], now: string): Promise<AuthenticatedLotl | string> {
  const port = {
    fetch: async (address: string) => readFileSync(job.files.get(address) ?? `not served: ${address}`),
    open: async (bytes: Buffer) => openOnce(bytes),
  };
  try {
    return await walkLotl({ ...job, signers }, port, Date.parse(now));
  } catch (error) {
    if (error instanceof LotlError) return error.problem;
    throw error;
  }
}

function unpacked(name: string): string {
  const file = join(folder, name);
  writeFileSync(file, gunzipSync(readFileSync(join(SAMPLES, `${name}.gz`))));
  return file;
}

/** Hash of the signer of list 388, as published in the Official Journal of 2026. */
const SIGNER_388 = 'e0a620fbb6747362bb933ac44169d676a553444716cf5f31605f12a22b8396b1';

test('the list of trusted lists and the Spanish list of 2026 have the same anchors, byte for byte', async (t) => {
  const judged = judge(t);
  if (judged === undefined) return;
  const [lotl, spain] = [unpacked('eu-lotl-388.xml'), unpacked('es-tl-187.xml')];
  const { signer, list } = openOnce(readFileSync(lotl));
  assert.equal(createHash('sha256').update(Buffer.from(signer, 'base64')).digest('hex'), SIGNER_388);
  const pointers = nationalPointers(list, [...TERRITORIES, 'UK']);
  const spanish = pointers.find(({ territory }) => territory === 'ES');
  assert.ok(spanish !== undefined);
  const files = new Map([
    [LOTL, lotl],
    [spanish.location, spain],
  ]);
  const job = { location: LOTL, journal: 'https://eur-lex.europa.eu/eli/C/2026/1944/oj', signers: [signer], files };
  const [verdict] = await judged.judge([job]);
  const authenticated = await ours(job, [signer], '2026-10-01T00:00:00Z');
  assert.ok(typeof authenticated !== 'string');
  assert.equal(verdict?.lotl, 'TOTAL_PASSED');
  assert.deepEqual(verdict.lists, ['TOTAL_PASSED\tES']);
  const pointed = pointers.flatMap(({ territory, location, certificates }) =>
    certificates.map((one) => [territory, location, one].join('\t')),
  );
  assert.equal(pointed.length, 107);
  assert.deepEqual(pointed.sort(), [...verdict.pointers].sort());
  const anchors = anchorsOf(openNationalList(readFileSync(spain), spanish));
  assert.equal(anchors.length, 456);
  assert.deepEqual(anchors, [...verdict.anchors].sort());
  assert.equal(await ours(job, [signer], '2026-11-18T23:00:00Z'), 'LOTL_NEXTUPDATE_PASSED');
});

function anchorsOf({ list: { territory, entries } }: OpenedList): readonly string[] {
  return entries
    .flatMap(({ serviceType, status, certificates }) =>
      certificates.map((one) => [territory, serviceType, status, one].join('\t')),
    )
    .sort();
}

/** National lists of 2019 that have a file of moderate size. */
const NATIONAL = ['AT', 'BE', 'CY', 'DK', 'FI', 'IE', 'IS', 'LI', 'LU', 'NO', 'SE'];
/** Accepted by DSS, and refused by Countersign. */
const NATIONAL_DIFFERENCES: Readonly<Record<string, string>> = {
  BE: 'signature_shape: its signature refers to the root by its identifier',
  NO: 'signature_key: its RSA key has 2032 bits',
};

/** Two withdrawn Austrian authorities, whose certificates the cryptographic provider of DSS can't load. */
const UNREADABLE = [
  '1a16d64a2a8e8208893574aa68c6e03f1ce999f712ad782d90b7a15ac2a65fcd',
  '6132c80eaf5e66e91f4ae836353d33c9a6e1e5b2dc362111777a119bb94b0112',
];

test('national lists of 2019 have the same anchors, but for the listed differences', async (t) => {
  const judged = judge(t);
  if (judged === undefined) return;
  const cache = join(judged.lists, 'lotlCache');
  const lotl = join(cache, 'EU.xml');
  const { signer, list } = openOnce(readFileSync(lotl));
  const pointers = nationalPointers(list).filter(({ territory }) => NATIONAL.includes(territory));
  assert.equal(pointers.length, NATIONAL.length);
  const fileOf = (territory: string): string => join(cache, `${territory}.xml`);
  const files = new Map([
    [LOTL, lotl],
    ...pointers.map(({ location, territory }) => [location, fileOf(territory)] as const),
  ]);
  const job = { location: LOTL, journal: OJ_2019, signers: [signer], files };
  const [verdict] = await judged.judge([job]);
  assert.ok(typeof (await ours(job, [signer], '2019-10-01T00:00:00Z')) !== 'string');
  assert.deepEqual(
    [...(verdict?.lists ?? [])].sort(),
    NATIONAL.map((one) => `TOTAL_PASSED\t${one}`),
  );
  for (const pointer of pointers) {
    const { territory } = pointer;
    const theirs = verdict?.anchors.filter((line) => line.startsWith(`${territory}\t`)) ?? [];
    const open = (): OpenedList =>
      openNationalList(readFileSync(fileOf(territory)), pointer, { ...OLD, leastRsaBits: 2048 });
    const difference = NATIONAL_DIFFERENCES[territory];
    if (territory === 'AT') assert.deepEqual(notIn(theirs, anchorsOf(open())), UNREADABLE);
    else if (difference === undefined) assert.deepEqual(anchorsOf(open()), [...theirs].sort(), territory);
    else
      assert.throws(
        open,
        (error) => error instanceof XmlListError && difference.startsWith(`${error.problem}:`),
        territory,
      );
  }
});

/** SHA-256 of anchors that only we have. */
function notIn(theirs: readonly string[], anchors: readonly string[]): readonly string[] {
  assert.deepEqual(
    theirs.filter((one) => !anchors.includes(one)),
    [],
  );
  const certificates = anchors.filter((one) => !theirs.includes(one)).map((one) => one.split('\t').at(-1) ?? '');
  return certificates.map((one) => createHash('sha256').update(Buffer.from(one, 'base64')).digest('hex')).sort();
}

const BASE = 'http://18.202.217.18/res/pivot';
const FIRST = ['lotl_test_OJ_1_pivot_01', 'lotl_test_OJ_1_pivot_02', 'lotl_test_OJ_1_pivot_03'];
const SECOND = ['lotl_test_OJ_2_pivot_01', 'lotl_test_OJ_2_pivot_02'];
const JOURNALS = {
  OJ1: OJ_2019,
  OJ2: 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=uriserv:OJ.C_.2023.999.01.0001.01.ENG',
};

interface Walk {
  readonly list: string;
  readonly journal: keyof typeof JOURNALS;
  /** Ours: how many lists the way has, or why the list is refused. */
  readonly path: number | string;
  readonly moves?: boolean;
  readonly announces?: boolean;
}

const NOT_NAMED = 'OJEU_LOCATION_INPUT_NOT_MATCHING_OJEU_LOCATION_IN_LOTL';
const WALKS: readonly Walk[] = [
  { list: 'lotl_test_loc_01', journal: 'OJ1', path: 1 },
  { list: FIRST[0] ?? '', journal: 'OJ1', path: 2 },
  { list: FIRST[1] ?? '', journal: 'OJ1', path: 3 },
  { list: FIRST[2] ?? '', journal: 'OJ1', path: 4, moves: true },
  { list: SECOND[0] ?? '', journal: 'OJ1', path: 5, moves: true, announces: true },
  { list: SECOND[1] ?? '', journal: 'OJ1', path: 6, moves: true, announces: true },
  { list: SECOND[0] ?? '', journal: 'OJ2', path: 2, moves: true },
  { list: SECOND[1] ?? '', journal: 'OJ2', path: 3, moves: true },
  { list: 'lotl_test_loc_01', journal: 'OJ2', path: NOT_NAMED },
  { list: FIRST[0] ?? '', journal: 'OJ2', path: NOT_NAMED },
  { list: FIRST[1] ?? '', journal: 'OJ2', path: NOT_NAMED },
  { list: FIRST[2] ?? '', journal: 'OJ2', path: NOT_NAMED },
];

test('pivots across two journals lead to the same verdicts, but for one', async (t) => {
  const judged = judge(t);
  if (judged === undefined) return;
  const at = (name: string): string => join(judged.lists, 'pivots', `${name}.xml`);
  const jobs = WALKS.map(({ list, journal }) => ({
    location: `${BASE}/lotl_test_loc_01.xml`,
    journal: JOURNALS[journal],
    signers: { keystore: join(judged.lists, 'pivots', `keystore_${journal}.p12`) },
    files: new Map([
      ...['loc_01', 'loc_02'].map((name) => [`${BASE}/lotl_test_${name}.xml`, at(list)] as const),
      ...[...FIRST, ...SECOND].map((name) => [`${BASE}/${name}.xml`, at(name)] as const),
    ]),
  }));
  const verdicts = await judged.judge(jobs);
  for (const [index, { list, journal, path, moves = false, announces = false }] of WALKS.entries()) {
    const [job, verdict] = [jobs[index], verdicts[index]];
    assert.ok(job !== undefined && verdict !== undefined);
    const found = await ours(job, verdict.signers, '2024-01-15T00:00:00Z');
    const name = `${list} ${journal}`;
    assert.equal(typeof found === 'string' ? found : found.path.length, path, name);
    // DSS trusts the second journal's signer even if the list does not refer to that journal.
    if (name !== `${FIRST[2]} OJ2`) assert.equal(verdict.lotl === 'TOTAL_PASSED', typeof found !== 'string', name);
    if (typeof found === 'string') continue;
    assert.equal(found.newLocation, moves ? `${BASE}/lotl_test_loc_02.xml` : undefined, name);
    assert.equal(found.newJournal?.journal, announces ? JOURNALS.OJ2 : undefined, name);
  }
});

const OF_2019 = 'https://ec.europa.eu/information_society/policy/esignature/trusted-list';

/** Real lists that were pivots, newest first. */
const CHAINS = [
  {
    journal: OJ_2019,
    now: '2024-06-15T00:00:00Z',
    location: LOTL,
    addressOf: (number: number) => `https://ec.europa.eu/tools/lotl/eu-lotl-pivot-${number}.xml`,
    fileOf: (number: number) => `eu-lotl-pivot-${number}`,
    numbers: [341, 335, 300, 282],
  },
  {
    journal: 'http://eur-lex.europa.eu/legal-content/EN/TXT/?uri=uriserv:OJ.C_.2016.233.01.0001.01.ENG',
    now: '2019-09-01T00:00:00Z',
    location: `${OF_2019}/tl-mp.xml`,
    addressOf: (number: number) => `${OF_2019}/tl-pivot-${number}-mp.xml`,
    fileOf: (number: number) => `tl_pivot_${number}_mp`,
    numbers: [247, 226, 191, 172],
  },
] as const;

/** @param broken ending of the file of pivot 191 */
function chainJob(
  { journal, location, addressOf, fileOf, numbers }: (typeof CHAINS)[number],
  lists: string,
  broken = '',
) {
  const pathOf = (number: number): string =>
    join(lists, 'lotlCache', `${fileOf(number)}${number === 191 ? broken : ''}.xml`);
  const { signer } = openOnce(readFileSync(pathOf(numbers[3])));
  const newest = pathOf(numbers[0]);
  const pivots = numbers.map((one) => [addressOf(one), pathOf(one)] as const);
  // The list of 2019 had moved: both addresses serve it.
  return {
    location,
    journal,
    signers: [signer],
    files: new Map<string, string>([[location, newest], [LOTL, newest], ...pivots]),
  };
}

test('real pivots lead to the oldest signer, and a broken one does not', async (t) => {
  const judged = judge(t);
  if (judged === undefined) return;
  const good = CHAINS.map((chain) => chainJob(chain, judged.lists));
  const broken = ['_broken-sig', '_no-sig', '_not-parsable'].map((ending) => chainJob(CHAINS[1], judged.lists, ending));
  const verdicts = await judged.judge([...good, ...broken]);
  for (const [index, { now }] of CHAINS.entries()) {
    const job = good[index];
    assert.ok(job !== undefined);
    const found = await ours(job, job.signers, now);
    assert.equal(typeof found === 'string' ? found : found.path.length, 5);
  }
  assert.deepEqual(
    verdicts.map(({ lotl }) => lotl),
    ['TOTAL_PASSED', 'TOTAL_PASSED', 'INDETERMINATE', 'INDETERMINATE', 'INDETERMINATE'],
  );
  for (const job of broken) {
    assert.equal(await ours(job, job.signers, CHAINS[1].now), 'PIVOT_3_SIGNATURE_VERIFICATION_FAILED');
  }
});
