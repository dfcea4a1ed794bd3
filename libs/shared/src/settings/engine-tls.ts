/** TLS to the engines beyond what the system trusts: a private CA, and a certificate of the service's own. */
import { readFileSync } from 'node:fs';
import type { Settings } from './settings.ts';

export type TlsEngine = 'KAFKA' | 'MONGODB' | 'REDIS';

/** PEM. Without `ca` the system's authorities are trusted; without `cert` the client sends no certificate. */
export interface EngineTls {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

const MEMBERS = { ca: 'TLS_CA', cert: 'TLS_CERT', key: 'TLS_KEY' } as const;

type TlsName = `${TlsEngine}_${(typeof MEMBERS)[keyof typeof MEMBERS]}`;
export type TlsSettings = Partial<Pick<Settings, TlsName>>;

/**
 * Reads the files that an engine's settings specify. A renewed certificate takes effect at the next start.
 * @returns undefined if no file is specified
 * @throws Error with the setting and the file name, never its content
 */
export function readEngineTls(settings: TlsSettings, engine: TlsEngine): EngineTls | undefined {
  const found = Object.entries(MEMBERS).flatMap(([member, suffix]) => {
    const name = `${engine}_${suffix}` as TlsName;
    const file = settings[name];
    return file === undefined ? [] : [[member, readPem(name, file)] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function readPem(name: TlsName, file: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Error(`${name}: the file ${file} cannot be read (${code})`);
  }
  if (content.includes('-----BEGIN ')) return content;
  throw new Error(`${name}: the file ${file} is not PEM`);
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The problems of these settings: a certificate without its key, a key without its certificate, or files for a
 * connection without TLS. Pure.
 */
export function engineTlsProblems(values: Values): readonly string[] {
  const isTls: Readonly<Record<TlsEngine, readonly [boolean, string]>> = {
    KAFKA: [values.KAFKA_TLS === true, 'KAFKA_TLS=true'],
    // The files switch TLS on.
    MONGODB: [true, ''],
    REDIS: [String(values.REDIS_URL ?? '').startsWith('rediss:'), 'a REDIS_URL with rediss:'],
  };
  return Object.entries(isTls).flatMap(([engine, [on, needed]]) => {
    const named = Object.values(MEMBERS).filter((suffix) => values[`${engine}_${suffix}`] !== undefined);
    const half = named.includes('TLS_CERT') !== named.includes('TLS_KEY');
    return [
      ...(half ? [`${engine}_TLS_CERT and ${engine}_TLS_KEY are needed together`] : []),
      ...(named.length > 0 && !on ? [`${engine}_${named[0]} needs ${needed}`] : []),
    ];
  });
}
