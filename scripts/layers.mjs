/** The layer rules that Biome can't check, with scripts/rooms.mjs as their data. Pure: sources in, errors out. */
import { posix } from 'node:path';
import {
  alwaysPure,
  folders,
  generated,
  importers,
  impureParts,
  nameOf,
  packages,
  published,
  pureNodeModules,
  pureParts,
  pureTypes,
  reasonTables,
  rooms,
  unshipped,
} from './rooms.mjs';
import { importsOf, lineOf, readSource } from './source-text.mjs';

const MAX_LINES = 400;
const SCOPE = '@countersign/';
const ROOMS = 'libs/shared/src';

const GLOBALS = [
  'fetch',
  'WebSocket',
  'XMLHttpRequest',
  'console',
  'require',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'performance',
  'process',
  'globalThis',
  'crypto',
].join('|');

/** The clock, and randomness. */
const timeAndChance = [
  /\bDate\s*\.\s*now\b/g,
  /\bperformance\s*\.\s*now\b/g,
  /\bnew\s+Date\b(?!\s*\(\s*[^\s)])/g,
  /(?<!\bnew\s+)(?<![.\w$])Date\s*\(/g,
  /\bMath\s*\.\s*random\b/g,
  /\b(?:random(?:Bytes|UUID|Int|Fill(?:Sync)?)|getRandomValues|generate(?:Key|Prime)\w*)\b/g,
  /\b(?:systemClock|systemRandom)\b/g,
];

/** Module state outlives the call. A cache must be an argument, or part of a closure. */
const moduleState = [
  /^(?:export\s+)?let\b/gm,
  /^(?:export\s+)?const\s[^;]*?=\s*new\s+(?:LRUCache|WeakMap|WeakSet)\b/gm,
];

/** What a pure function may not touch: I/O, timers, the clock, randomness, the process. */
const impure = [new RegExp(`(?<![.\\w$#])(?:${GLOBALS})\\b(?!\\s*\\??:)`, 'g'), ...timeAndChance, ...moduleState];

/**
 * Checks one source.
 * @param source `file` from the root folder with slashes, and its `text`
 * @returns errors as `file:line: what is wrong`
 */
export function layerFindings({ file, text }) {
  const source = readSource(text);
  const imports = importsOf(source).map((found) => ({ ...found, target: targetOf(file, found.module) }));
  const given = { file, source, imports };
  const rules = [
    generated.includes(file) ? undefined : tooLong(text),
    badName(file),
    ...services(given),
    ...testSupport(given),
    ...backward(given),
    ...tablesAlone(given),
    ...engines(given),
    ...purity(given),
    ...literalSpreads(given),
  ];
  return rules
    .filter((found) => found !== undefined)
    .map(({ line, what }) => `${file}${line ? `:${line}` : ''}: ${what}`);
}

/** The project's files that a source imports, including types; all paths without their ending. */
export function importedFiles({ file, text }) {
  const targets = importsOf(readSource(text)).map(({ module }) => targetOf(file, module));
  return { file: file.replace(/\.tsx?$/, ''), targets: targets.filter((target) => target !== undefined) };
}

/** The project's file that an import refers to, without its ending; undefined for a third-party package. */
function targetOf(file, module) {
  if (module.startsWith('.')) return posix.join(posix.dirname(file), module).replace(/\.tsx?$/, '');
  if (!module.startsWith(SCOPE)) return undefined;
  const [name, ...path] = module.slice(SCOPE.length).split('/');
  const home = Object.keys(packages).find((folder) => nameOf(folder) === name);
  return home === undefined ? undefined : [home, ...(path[0] === 'test' ? [] : ['src']), ...path].join('/');
}

function packageOf(path) {
  return Object.keys(packages).find((folder) => path.startsWith(`${folder}/`));
}

/** The room of libs/shared, or the folder of a package; '' for the files outside the folders. */
function placeOf(path) {
  const home = packageOf(path);
  if (home === undefined || !path.startsWith(`${home}/src/`)) return undefined;
  const inside = path.slice(`${home}/src/`.length);
  return { home, place: inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : '' };
}

function tooLong(text) {
  const lines = text.split('\n').length - 1;
  return lines > MAX_LINES ? { what: `${lines} lines; ${MAX_LINES} is the limit` } : undefined;
}

function badName(file) {
  return /\/(utils|helpers|manager|index)\.tsx?$/.test(file)
    ? { what: 'a file is named after what it does' }
    : undefined;
}

/**
 * Which of the project's packages may be imported beyond the published ones: a service's tests may use another package,
 * tests of libs/shared none.
 */
function services({ file, imports }) {
  const home = packageOf(file);
  if (home === undefined || (file.includes('/test/') && home !== 'libs/shared')) return [];
  return imports.flatMap(({ module, target, line }) => {
    const other = target === undefined ? undefined : packageOf(target);
    if (other === undefined || other === home || packages[home].includes(nameOf(other))) return [];
    if (home.startsWith('services/') && published.test(target)) return [];
    return [{ line, what: `${home} does not import ${other}: '${module}'` }];
  });
}

/** Sources must not import test support. Tests may import other tests' support. */
function testSupport({ file, imports }) {
  if (placeOf(file) === undefined) return [];
  return imports.flatMap(({ module, target, line }) =>
    target?.includes('/test/') ? [{ line, what: `a source does not import tests: '${module}'` }] : [],
  );
}

/** @returns the places of a package, lowest first; the files outside the folders come last */
function orderOf(home) {
  return home === 'libs/shared' ? Object.keys(rooms) : [...Object.keys(folders[home]), ''];
}

function backward({ file, imports }) {
  const own = placeOf(file);
  if (own === undefined) return [];
  const order = orderOf(own.home);
  const level = order.indexOf(own.place);
  if (level === -1) return [{ what: `${own.place || 'the root'} is not a room of ${own.home}: scripts/rooms.mjs` }];
  return imports.flatMap(({ module, target, line }) => {
    const other = target === undefined ? undefined : placeOf(target);
    if (other?.home !== own.home || order.indexOf(other.place) <= level || isTable(target)) return [];
    return [{ line, what: `backward import: ${own.place} comes before ${other.place || 'the root'}: '${module}'` }];
  });
}

function isTable(path) {
  return reasonTables.file.test(path);
}

function tablesAlone({ file, imports }) {
  if (!isTable(file.replace(/\.ts$/, ''))) return [];
  return imports
    .filter(({ target }) => target === undefined || !(isTable(target) || reasonTables.entry.test(target)))
    .map(({ module, line }) => ({ line, what: `a table of reasons is data: it does not import '${module}'` }));
}

/** Tests and benchmarks may use an engine directly, without its port. */
function engines({ file, imports }) {
  const home = packageOf(file);
  if (home === undefined || placeOf(file) === undefined || unshipped.includes(home)) return [];
  return imports.flatMap(({ module, line }) => {
    const allowed = Object.hasOwn(importers, module) ? importers[module] : undefined;
    if (allowed === undefined || allowed.some((path) => file === path || file.startsWith(`${path}/`))) return [];
    return [{ line, what: `only ${allowed.join(', ')} imports '${module}'` }];
  });
}

/**
 * A file of a service or of libs/shared that imports nothing impure is pure: it touches neither clock nor randomness,
 * and keeps no state between calls. Some files may not even import impure modules.
 */
function purity({ file, source, imports }) {
  const always = alwaysPure.some((pattern) => pattern.test(file));
  if (
    !always &&
    (!/^(services\/[^/]+|libs\/(shared|dry-run|european-trust))\/src\/(?!browser\/)/.test(file) ||
      isImpurePart(file) ||
      imports.some(isImpure))
  )
    return [];
  const touched = (always ? impure : [...timeAndChance, ...moduleState]).flatMap((pattern) =>
    [...source.code.matchAll(pattern)].map(({ 0: hit, index }) => ({ line: lineOf(source.code, index), hit })),
  );
  const imported = imports.filter(isImpure).map(({ module, line }) => ({ line, hit: `'${module}'` }));
  return [...touched, ...imported].map(({ line, hit }) => ({ line, what: `it is pure, and touches ${hit}` }));
}

function isImpure({ module, names, types, target }) {
  if (module.startsWith('node:')) {
    const allowed = pureNodeModules[module.slice('node:'.length)];
    if (allowed === 'all' || types) return false;
    return allowed === undefined || names.length === 0 || names.some((name) => !allowed.includes(name));
  }
  const part = target?.startsWith(`${ROOMS}/`) ? target.slice(ROOMS.length + 1) : undefined;
  if (part === undefined || pureParts.includes(part) || isTable(target)) return false;
  const named = names.map((name) => name.replace(/^type /, '').replace(/ as .*/, ''));
  if (types && named.length > 0 && named.every((name) => pureTypes[part]?.includes(name))) return false;
  return isPart(part);
}

function isImpurePart(file) {
  return file.startsWith(`${ROOMS}/`) && isPart(file.slice(ROOMS.length + 1).replace(/\.ts$/, ''));
}

function isPart(part) {
  return impureParts.some((path) => part === path || part.startsWith(`${path}/`));
}

/**
 * `...{ a, b }` and `...[a, b]` do nothing and should be written as plain members. `...[a].map(f)` does something, and
 * a parameter may destructure its members.
 */
function literalSpreads({ source }) {
  return [...source.code.matchAll(/\.\.\.([{[])/g)].flatMap(({ 0: spread, index }) => {
    const end = closing(source.code, index + spread.length - 1);
    if (/^\s*[.?[(:]/.test(source.code.slice(end + 1))) return [];
    return [{ line: lineOf(source.code, index), what: `${spread} spreads a literal: write its members` }];
  });
}

/** @returns the index of the bracket that closes the one at `start` */
function closing(code, start) {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if ('([{'.includes(code[at])) depth += 1;
    if (')]}'.includes(code[at])) depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}

/** The order of rooms and folders, in readable form. */
export function roomLines() {
  const lines = (title, places) => {
    const width = Math.max(...Object.keys(places).map((name) => name.length));
    return [title, ...Object.entries(places).map(([name, holds]) => `  ${name.padEnd(width)}  ${holds}`)];
  };
  const withFolders = Object.entries(folders).filter(([, places]) => Object.keys(places).length > 0);
  return [lines(ROOMS, rooms), ...withFolders.map(([home, places]) => lines(`${home}/src`, places))].flat();
}
