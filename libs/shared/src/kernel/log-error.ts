/** The log fields of an error. */
import { ProtocolError } from './errors.ts';

/** Class, code and frames of an error. Its message stays out: parsers and drivers quote their input. */
export function errorFields(error: unknown): { readonly detail?: string; readonly stack?: string } {
  if (error instanceof ProtocolError && error.options.cause === undefined) {
    return error.options.detail === undefined ? {} : { detail: error.options.detail };
  }
  const cause = error instanceof ProtocolError ? error.options.cause : error;
  if (!(cause instanceof Error)) return { detail: typeof cause };
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
  const frames = (cause.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { detail: `${cause.name}${code}`, stack: frames.join('\n') };
}
