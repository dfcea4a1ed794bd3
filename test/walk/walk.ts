/** What `npm run walk` prints. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byFolder, type RanFunction, sourceOf, totalsOf } from './ran-functions.ts';
import { requestNames, walkRequests } from './walked-requests.ts';

export interface WalkOptions {
  /** Names of requests; empty: all. */
  readonly names: readonly string[];
  readonly files: boolean;
  readonly functions: boolean;
  readonly json: boolean;
}

/** The requests that can be named. */
export { requestNames };

/** @returns the text; a function is named with its place in the compiled file, from `root`, for the caller to translate */
export async function walkText(root: string, { names, files, functions, json }: WalkOptions): Promise<string> {
  const walked = [...(await walkRequests())].filter(([name]) => names.length === 0 || names.includes(name));
  if (json)
    return `${JSON.stringify(
      walked.map(([name, ran]) => jsonOf(root, name, ran)),
      null,
      2,
    )}\n`;
  const lists = walked.flatMap(([name, ran]) => [
    ...(files ? ['', `${name}: folders, files and how many functions of each`, ...fileLines(ran)] : []),
    ...(functions ? ['', `${name}: functions and how often they ran`, ...functionLines(root, ran)] : []),
  ]);
  return `${[...tableLines(walked), ...lists].join('\n')}\n`;
}

function tableLines(walked: readonly (readonly [string, readonly RanFunction[]])[]): readonly string[] {
  const head = ['until the answer', 'functions', 'files', 'folders', 'calls'];
  const rows = walked.map(([name, ran]) => {
    const { functions, files, folders, calls } = totalsOf(ran);
    return [name, ...[functions, files, folders, calls].map(String)];
  });
  const width = Math.max(...[head, ...rows].map(([name = '']) => name.length));
  return [head, ...rows].map(
    ([name = '', ...cells]) => name.padEnd(width) + cells.map((cell) => cell.padStart(11)).join(''),
  );
}

function fileLines(ran: readonly RanFunction[]): readonly string[] {
  return [...byFolder(ran)].flatMap(([folder, files]) => [
    `  ${folder}  ${files.size}`,
    ...[...files].map(([file, functions]) => `    ${file.slice(folder.length + 1)}  ${functions}`),
  ]);
}

function functionLines(root: string, ran: readonly RanFunction[]): readonly string[] {
  return placesOf(root, ran).map(({ place, name, calls }) => `  ${place}  ${name || '(no name)'}  ${calls}`);
}

function jsonOf(root: string, name: string, ran: readonly RanFunction[]): object {
  const files = [...new Set(ran.map(sourceOf))].sort();
  return { request: name, ...totalsOf(ran), fileNames: files, functionPlaces: placesOf(root, ran) };
}

/** As stacks name it: line and column from 1. */
function placesOf(
  root: string,
  ran: readonly RanFunction[],
): readonly { place: string; name: string; calls: number }[] {
  const texts = new Map<string, string>();
  return [...ran]
    .sort((a, b) => (a.built === b.built ? a.offset - b.offset : a.built < b.built ? -1 : 1))
    .map(({ built, name, offset, calls }) => {
      const path = join(root, built);
      const text = texts.get(path) ?? readFileSync(path, 'utf8');
      texts.set(path, text);
      const before = text.slice(0, offset).split('\n');
      return { place: `${path}:${before.length}:${(before.at(-1) ?? '').length + 1}`, name, calls };
    });
}
