/** Jars from Maven Central, in a folder of the cache: exactly those in a list of checksums. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce, pinnedFile, runCommand, versioned } from './provision.ts';

const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/** Names of pinned files. */
export interface PinnedJars {
  readonly pom: string;
  /** Lines of `sha256sum`. */
  readonly sums: string;
}

/**
 * Downloads missing jars with Maven.
 * @param name of the folder in the cache
 * @returns the folder; the jars are in `jars`
 * @throws Error without Maven, or if a jar's checksum differs
 */
export function installJars(name: string, { pom, sums }: PinnedJars): Promise<string> {
  return installOnce(versioned(name, [pom, sums]), async (part) => {
    await copyFile(pinnedFile(pom), join(part, 'pom.xml'));
    const args = ['-q', '-B', '-C', COPY, '-DincludeScope=runtime', '-DoutputDirectory=jars'];
    await runCommand('mvn', args, { cwd: part });
    checkJars(join(part, 'jars'), sums);
  });
}

/** Paths of all jars, in a fixed order. */
export function jarsOf(folder: string): readonly string[] {
  const jars = readdirSync(join(folder, 'jars')).sort();
  return jars.map((jar) => join(folder, 'jars', jar));
}

/** @throws Error if a jar is missing, unexpected or different */
export function checkJars(folder: string, sums: string): void {
  const found = readdirSync(folder)
    .sort()
    .map((jar) => `${sha256(join(folder, jar))}  ${jar}`);
  const wanted = readFileSync(pinnedFile(sums), 'utf8').trim().split('\n');
  const other = [...found.filter((line) => !wanted.includes(line)), ...wanted.filter((line) => !found.includes(line))];
  if (other.length > 0) throw new Error(`Jars that are not those of ${sums}:\n${other.join('\n')}`);
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
