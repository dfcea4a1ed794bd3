/** Why a process can't start, as text, with the remedy. */
import { dirname, resolve } from 'node:path';
import { type Environment, SettingsError } from '../settings/read-settings.ts';

/** Settings whose value is a folder or a file. */
const PATHS = ['DATA_FOLDER', 'CONFIG_FOLDER', 'AUDIT_FILE'] as const;
const DEFAULTS: Readonly<Record<string, string>> = { DATA_FOLDER: 'data', CONFIG_FOLDER: 'config' };

/** The text that a process writes to standard error before it ends. */
export function startErrorText(error: unknown, env: Environment): string {
  if (error instanceof SettingsError) return error.message;
  if (!isFileError(error)) return `The start failed: ${String(error)}`;
  const { code, path, syscall } = error;
  const setting = settingOf(path, env);
  const elsewhere = setting === undefined ? '' : `, or set ${setting} to a different place`;
  const verb = syscall === 'mkdir' ? 'be created' : 'be used';
  return `The start failed: ${path} cannot ${verb}: ${cause(code)}. ${advice(code)}${elsewhere}.`;
}

interface FileError extends Error {
  readonly code: string;
  readonly path: string;
  readonly syscall?: string;
}

function isFileError(error: unknown): error is FileError {
  return error instanceof Error && 'code' in error && 'path' in error && typeof error.path === 'string';
}

function cause(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `this process's user${userId()} has no permission (${code})`;
    case 'EROFS':
      return `the file system is read-only (${code})`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk is full (${code})`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `there is a file instead of a folder (${code})`;
    case 'ENOENT':
      return `the path does not exist or cannot contain folders (${code})`;
    default:
      return code;
  }
}

function advice(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'Give this user permission to read and write there';
    case 'EROFS':
      return 'Mount a volume that can be written';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'Free some space';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'Move the file away';
    default:
      return 'Check the path';
  }
}

function userId(): string {
  const id = process.getuid?.();
  return id === undefined ? '' : ` (uid ${id})`;
}

/** The setting whose path is the failed one, below it or above it. */
function settingOf(path: string, env: Environment): string | undefined {
  return PATHS.find((name) => {
    const value = env[name] || DEFAULTS[name];
    return value !== undefined && (isAtOrAbove(value, path) || isAtOrAbove(path, value));
  });
}

function isAtOrAbove(above: string, path: string): boolean {
  const wanted = resolve(above);
  for (let at = resolve(path); ; at = dirname(at)) {
    if (at === wanted) return true;
    if (at === dirname(at)) return false;
  }
}
