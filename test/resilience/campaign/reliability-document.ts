/** docs/reference/reliability.md: the promises, and the last campaign of each mode. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { growthLine, type RecordedGrowth } from './growth.ts';
import { ELSEWHERE, PROMISES } from './promises.ts';
import { type RestartSum, restartLine, type ScenarioSum } from './summary.ts';
import { MODES, type Mode } from './system.ts';

export interface CampaignRecord {
  readonly mode: Mode;
  /** The command that repeats it. */
  readonly command: string;
  readonly commit: string;
  readonly date: string;
  readonly machine: string;
  readonly scenarios: readonly ScenarioSum[];
  readonly restarts: readonly RestartSum[];
  /** Of each process, in a campaign without kills. */
  readonly growth?: readonly RecordedGrowth[];
  readonly lastLine: string;
}

const FOLDER = 'docs/reference';

/** The last campaign of each mode, as far as there was one. */
export function readRecords(root: string): readonly CampaignRecord[] {
  const file = join(root, FOLDER, 'reliability.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CampaignRecord[]) : [];
}

/** Writes the record over the earlier one of its mode and kind, and the document. */
export function writeRecord(root: string, record: CampaignRecord): void {
  const isEarlier = ({ mode, growth }: CampaignRecord): boolean =>
    mode === record.mode && (growth === undefined) === (record.growth === undefined);
  const others = readRecords(root).filter((one) => !isEarlier(one));
  const records = [...others, record].sort((one, other) => placeOf(one) - placeOf(other));
  writeFileSync(join(root, FOLDER, 'reliability.json'), `${JSON.stringify(records, null, 2)}\n`);
  writeFileSync(join(root, FOLDER, 'reliability.md'), reliabilityDocument(records));
}

/** By mode, and with kills first. */
function placeOf({ mode, growth }: CampaignRecord): number {
  return 2 * MODES.indexOf(mode) + (growth === undefined ? 0 : 1);
}

export function reliabilityDocument(records: readonly CampaignRecord[]): string {
  return `# Reliability

Made by \`npm run docs\` and \`npm run campaign\`; do not edit.

What you can rely on while processes die, and the test that shows it. A campaign runs the system under load, kills its
processes with SIGKILL, adds the faults below, and then compares, from outside, the result with every response that its clients received.

## Promises

${table(
  ['Promise', 'Shown by'],
  PROMISES.map(({ promise, test }) => [promise, link(test)]),
)}

## Last campaigns

\`npm run campaign -- --kills 1000 --seed 1\` runs one process, \`--workers 2\` a server with workers, \`--cluster\` five services. It
can be interrupted: the same command continues it. \`npm test -- --all\` runs the short form. \`--soak 30\` runs half an hour without a kill, and fails if
a process's memory or handles grow by more than a percent a minute (F23).

${records.length === 0 ? 'None yet.' : records.map(section).join('\n\n')}

## Faults with a separate test

${table(
  ['Fault', 'What happens', 'Test'],
  ELSEWHERE.map(({ id, fault, test }) => [id, fault, link(test)]),
)}
`;
}

function section({
  mode,
  command,
  commit,
  date,
  machine,
  scenarios,
  restarts,
  growth,
  lastLine,
}: CampaignRecord): string {
  const rows = scenarios.map(({ id, title, kills, flows, violations }) =>
    [id, title, kills, flows, violations].map(String),
  );
  const isSoak = growth !== undefined;
  const figures = isSoak
    ? growth.map((one) => `- ${growthLine(one)}.`)
    : restarts.map((sum) => `- ${restartLine(sum)}.`);
  const heads = ['Fault', 'What happens', 'Kills', 'Flows', 'Violations'];
  return `### ${mode[0]?.toUpperCase()}${mode.slice(1)}${isSoak ? ' without a kill' : ''}

\`${command}\`, commit ${commit}, ${date}, ${machine}:

${isSoak ? '' : `${table(heads, rows)}\n\n`}${figures.join('\n')}

${lastLine}`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function link(path: string): string {
  return `[${path.split('/').at(-1)}](../../${path})`;
}
