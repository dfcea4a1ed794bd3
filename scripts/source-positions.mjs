/**
 * Places in compiled files, as places in their sources. A process with `--enable-source-maps` does the same, but reads each map
 * when it loads the file, whether or not it prints a place in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A compiled file with line and column, both from 1, as stacks name it. */
const PLACE = /((?:file:\/\/)?\/[^\s()'"]*\/dist\/[^\s()'"]*\.m?js):(\d+):(\d+)/g;

/** @returns the text with every position in a compiled file that has a map replaced by its source position */
export function withSourcePlaces(text) {
  const maps = new Map();
  return text.replace(PLACE, (place, file, line, column) => {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    if (!maps.has(path)) maps.set(path, mapOf(path));
    const entry = maps.get(path)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry?.originalSource === undefined) return place;
    return `${resolve(dirname(path), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function mapOf(path) {
  const map = `${path}.map`;
  return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined;
}
