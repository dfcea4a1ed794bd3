/**
 * Reads a bundle: JSON, whose items may be paths of other files, and whose placeholders are variables of the environment.
 * Nothing outside the bundle's folder is read.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import type { Environment } from '@countersign/shared/settings/read-settings';

/** As the server's limit: 1 MiB for everything together. */
const MOST_BYTES = 1024 * 1024;
const MOST_FILES = 1000;
const MOST_DEPTH = 64;

/** The schema that a file of a member may name in `$schema`. */
const schemaOf: Readonly<Record<string, string>> = {
  issuance: 'issuance.json',
  presentation: 'presentation.json',
  signIn: 'sign-in.json',
  display: 'display.json',
  wallets: 'wallets.json',
};

/** What is wrong with a bundle, one line each. */
export class WrongBundle extends Error {
  override readonly name = 'WrongBundle';
}

export interface BundleOptions {
  readonly env: Environment;
  /** Replaces the file's generation. */
  readonly generation?: number;
}

/** @throws WrongBundle */
export function readBundle(file: string, { env, generation }: BundleOptions): JsonObject {
  const reader = openFolder(file);
  const bundle = reader.json('');
  if (!isObject(bundle)) throw new WrongBundle(`${file}: a bundle is a JSON object`);
  const whole = withFiles(bundle, reader);
  const given = generation === undefined ? whole : { ...whole, generation };
  const missing = new Set<string>();
  const filled = withEnvironment(given, { env, pointer: '', missing }) as JsonObject;
  if (missing.size > 0) throw new WrongBundle([...missing].join('\n'));
  return filled;
}

interface Reader {
  /** @param path from the bundle's folder; '' for the bundle itself */
  json(path: string): Json;
  text(path: string): Buffer;
}

/** Reads a file and the files of its folder. */
export function openFolder(file: string): Reader {
  const folder = realFile(file, file, (real) => dirname(real));
  let bytes = 0;
  let files = 0;
  const text = (path: string): Buffer => {
    const real = path === '' ? realFile(file, file, (found) => found) : inside(folder, path);
    const { size } = statSync(real);
    bytes += size;
    files += 1;
    // Before anything is read.
    if (bytes > MOST_BYTES)
      throw new WrongBundle(`${path || file}: all files together have at most ${MOST_BYTES} bytes`);
    if (files > MOST_FILES) throw new WrongBundle(`${path}: at most ${MOST_FILES} files are read`);
    return readFileSync(real);
  };
  return {
    text,
    json: (path) => {
      const content = text(path).toString('utf8');
      try {
        const value = JSON.parse(content) as Json;
        if (depthOf(value) > MOST_DEPTH) throw new WrongBundle(`${path || file}: nested deeper than ${MOST_DEPTH}`);
        return value;
      } catch (error) {
        if (error instanceof WrongBundle) throw error;
        // The parser's message repeats the text, which may contain a secret.
        throw new WrongBundle(`${path || file}: not JSON`);
      }
    },
  };
}

function inside(folder: string, path: string): string {
  const wrong = new WrongBundle(`${path}: not in the folder of the file that names it`);
  if (isAbsolute(path) || path.split(/[\\/]/).includes('..')) throw wrong;
  return realFile(resolve(folder, path), path, (real) => {
    // A symbolic link may lead out.
    const from = relative(folder, real);
    if (from === '..' || from.startsWith(`..${sep}`) || isAbsolute(from)) throw wrong;
    return real;
  });
}

function realFile(file: string, named: string, then: (real: string) => string): string {
  let real: string;
  try {
    real = realpathSync(file);
    if (!statSync(real).isFile()) throw new Error('not a file');
  } catch (cause) {
    throw new WrongBundle(`${named}: no such file`, { cause });
  }
  return then(real);
}

function withFiles(bundle: JsonObject, reader: Reader): JsonObject {
  const members = Object.entries(bundle).map(([name, value]) => {
    if (name === 'images' && Array.isArray(value)) return [name, value.map((image) => withBytes(image, reader))];
    // A path stands only for an object.
    if (Array.isArray(value)) return [name, value.map((item) => fileOf(name, item, reader))];
    return [name, name in schemaOf ? fileOf(name, value, reader) : value];
  });
  return Object.fromEntries(members) as JsonObject;
}

function fileOf(member: string, value: Json | undefined, reader: Reader): Json | undefined {
  if (typeof value !== 'string') return value;
  const read = reader.json(value);
  const { $schema } = isObject(read) ? read : {};
  if ($schema === undefined) return read;
  const expected = schemaOf[member];
  if (typeof $schema === 'string' && expected !== undefined && new RegExp(`(^|/)${expected}$`).test($schema))
    return read;
  throw new WrongBundle(`${value}: unknown $schema for ${member}`);
}

function withBytes(image: Json, reader: Reader): Json {
  if (!isObject(image) || typeof image.path !== 'string') return image;
  const { path, ...rest } = image;
  return { ...rest, data: reader.text(path).toString('base64') };
}

interface Place {
  readonly env: Environment;
  readonly pointer: string;
  readonly missing: Set<string>;
}

/** `${NAME}` becomes the variable's value, and `$${NAME}` the text `${NAME}`. */
function withEnvironment(value: Json | undefined, place: Place): Json | undefined {
  if (typeof value === 'string') return resolved(value, place);
  const below = (name: string | number, item: Json | undefined) =>
    withEnvironment(item, { ...place, pointer: `${place.pointer}/${escapePointer(String(name))}` });
  if (Array.isArray(value)) return value.map((item: Json, index) => below(index, item) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, below(name, item)]));
}

function resolved(text: string, { env, pointer, missing }: Place): string {
  return text.replace(/(\$?)\$\{([^}]*)\}/g, (whole, escaped: string, name: string) => {
    if (escaped !== '') return whole.slice(1);
    const found = Object.hasOwn(env, name) ? env[name] : undefined;
    if (found !== undefined && found !== '') return found;
    missing.add(`${pointer}: the variable ${name} is not set`);
    return whole;
  });
}

function depthOf(value: Json): number {
  let depth = 0;
  for (let level: readonly Json[] = [value]; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) return depth;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? (Object.values(item) as Json[]) : []));
  }
  return depth;
}
