/** A JSON object that somebody types. */
import { isRecord } from './records.ts';

/** Undefined if the text is something else. */
export function jsonObjectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
