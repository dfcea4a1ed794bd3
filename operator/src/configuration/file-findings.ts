/** Errors and warnings about files in the configuration folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldError } from '@countersign/shared/kernel/errors';

export interface FileFinding extends FieldError {
  readonly file: string;
  /** Default: error. */
  readonly level?: 'error' | 'warning';
}

/** The results of checking an existing file. Whatever the check throws is reported for the whole file. */
export function fileFindings(file: string, check: (text: string) => readonly FieldError[]): readonly FileFinding[] {
  if (!existsSync(file)) return [];
  try {
    return withFile(file, check(readFileSync(file, 'utf8')));
  } catch (error) {
    return [{ file, pointer: '', detail: error instanceof Error ? error.message : 'It cannot be read' }];
  }
}

/** A check that only reports what the parser throws. */
export function thrown(parse: (text: string) => unknown): (text: string) => readonly FieldError[] {
  return (text) => {
    parse(text);
    return [];
  };
}

export function withFile(file: string, errors: readonly FieldError[]): readonly FileFinding[] {
  return errors.map((error) => ({ ...error, file }));
}

/** Names in a folder, without dot files; empty if the folder does not exist. */
export function namesIn(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .sort();
}

/** Entries of a folder that nothing reads. */
export function unknownEntries(path: string, known: readonly string[]): readonly FileFinding[] {
  return namesIn(path)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      file: join(path, name),
      pointer: '',
      detail: `This is not read here; known: ${known.join(', ')}`,
      level: 'warning' as const,
    }));
}
