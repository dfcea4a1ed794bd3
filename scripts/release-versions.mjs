/** A release's changes to files: the version wherever it occurs, and the section of the changelog. Pure. */

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const NAME = '@countersign/';

function parts(version) {
  const match = VERSION.exec(version);
  if (match === null) throw new Error(`${version} is not a version. Expected three numbers, for example 0.1.0`);
  return match.slice(1).map(Number);
}

/** @throws Error if `to` is not a version, or not above `from` */
export function checkVersions(from, to) {
  const [before, after] = [parts(from), parts(to)];
  const at = after.findIndex((number, index) => number !== before[index]);
  if (at === -1 || after[at] < before[at]) throw new Error(`${to} does not come after ${from}`);
}

/**
 * The text of `package.json` or `package-lock.json` with the new version of the project's packages, including
 * references between them.
 */
export function packageText(text, from, to) {
  const file = JSON.parse(text);
  const setOwn = (entry) => {
    if (entry.version === from && (entry.name ?? '').startsWith('countersign')) entry.version = to;
    if (entry.version === from && (entry.name ?? '').startsWith(NAME)) entry.version = to;
    for (const members of [entry.dependencies, entry.devDependencies]) {
      for (const name of Object.keys(members ?? {})) if (name.startsWith(NAME)) members[name] = to;
    }
  };
  setOwn(file);
  for (const [path, entry] of Object.entries(file.packages ?? {})) if (!path.includes('node_modules/')) setOwn(entry);
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The text of `pyproject.toml` with the version of the Python client. */
export function pythonPackageText(text, from, to) {
  return text.replace(`\nversion = "${from}"\n`, `\nversion = "${to}"\n`);
}

/** Names of the image in a deployment file: `countersign:0.0.1`, and `newTag` of kustomize. */
export function deploymentText(text, from, to) {
  const escaped = from.replaceAll('.', '\\.');
  return text
    .replace(new RegExp(`\\bcountersign:${escaped}(?![\\d.])`, 'g'), `countersign:${to}`)
    .replace(new RegExp(`^(\\s*newTag: )${escaped}$`, 'gm'), `$1${to}`);
}

/**
 * Moves the content under Unreleased to a new section.
 * @param date as in 2026-11-22
 * @throws Error if nothing is unreleased, or the version already has a section
 */
export function changelogText(text, version, date) {
  const head = '## Unreleased\n';
  const at = text.indexOf(head);
  if (at === -1) throw new Error('CHANGELOG.md has no section Unreleased');
  if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has a section ${version} already`);
  const behind = text.slice(at + head.length);
  const [unreleased = ''] = behind.split(/^## /m, 1);
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md: nothing is unreleased');
  return `${text.slice(0, at)}${head}\n## ${version} - ${date}\n${behind}`;
}
