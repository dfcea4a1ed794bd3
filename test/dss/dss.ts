/** DSS 6.4, the Commission's library for signatures: fetched, its driver TrustedLists.java compiled once into the cache. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installJars, jarsOf } from '../engines/jars.ts';
import { installOnce, pinnedFile, runCommand, versioned } from '../engines/provision.ts';

const JARS = { pom: 'trusted-lists-pom.xml', sums: 'trusted-lists-jars.sha256' };
/** From the folder of pinned files. */
const SOURCE = join('..', '..', 'dss', 'TrustedLists.java');
/** DSS's own test lists: real ones from 2017 to 2024, and pivots created for tests. */
const LISTS = 'dss-tsl-validation-6.4-tests.jar';

/** A list of trusted lists, the operator's configuration for it, and the content at each address. */
export interface DssJob {
  readonly location: string;
  readonly journal: string;
  /** Certificates, base64 of the DER, or a PKCS #12 file of the tests of DSS. */
  readonly signers: readonly string[] | { readonly keystore: string };
  /** Paths of files by their address. */
  readonly files: ReadonlyMap<string, string>;
}

/** A line of words each, without the first one. */
export interface DssVerdict {
  readonly lotl: string;
  readonly signers: readonly string[];
  readonly pivots: readonly string[];
  readonly pointers: readonly string[];
  readonly lists: readonly string[];
  readonly anchors: readonly string[];
}

export interface Dss {
  /** Folder of the lists that DSS is tested with. */
  readonly lists: string;
  judge(jobs: readonly DssJob[]): Promise<readonly DssVerdict[]>;
}

/** @throws Error without a JDK and Maven */
export async function provisionDss(): Promise<Dss> {
  await runCommand('javac', ['-version']);
  const jars = jarsOf(await installJars('trusted-lists-jars', JARS));
  const path = jars.join(':');
  const classes = await installOnce(versioned('trusted-lists', [SOURCE, JARS.sums]), async (part) => {
    await runCommand('javac', ['-nowarn', '-cp', path, '-d', part, pinnedFile(SOURCE)]);
  });
  const lists = await installOnce(versioned('trusted-lists-files', [JARS.sums]), async (part) => {
    const jar = jars.find((one) => one.endsWith(LISTS)) ?? '';
    await runCommand('jar', ['xf', jar], { cwd: part });
  });
  return { lists, judge: (jobs) => judge(`${classes}:${path}`, jobs) };
}

async function judge(classPath: string, jobs: readonly DssJob[]): Promise<readonly DssVerdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-dss-'));
  try {
    const written = jobs.map((job, index) => {
      const file = join(folder, `job-${index}`);
      writeFileSync(file, linesOf(job).join('\n'));
      return file;
    });
    const output = join(folder, 'output');
    await runCommand('java', ['-cp', classPath, 'TrustedLists', output, ...written]);
    return verdictsOf(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function linesOf({ location, journal, signers, files }: DssJob): readonly string[] {
  return [
    `location ${location}`,
    `journal ${journal}`,
    ...('keystore' in signers ? [`keystore ${signers.keystore}`] : signers.map((one) => `signer ${one}`)),
    ...[...files].map(([address, file]) => `file ${address} ${file}`),
  ];
}

function verdictsOf(output: string): readonly DssVerdict[] {
  const jobs = readFileSync(output, 'utf8').split('end\n').slice(0, -1);
  return jobs.map((text) => {
    const lines = text.split('\n');
    const linesNamed = (word: string): readonly string[] =>
      lines.filter((line) => line.startsWith(`${word}\t`)).map((line) => line.slice(word.length + 1));
    return {
      lotl: linesNamed('lotl').join(),
      signers: linesNamed('signer'),
      pivots: linesNamed('pivot'),
      pointers: linesNamed('pointer'),
      lists: linesNamed('list'),
      anchors: linesNamed('anchor'),
    };
  });
}
