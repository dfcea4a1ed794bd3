/** The form of a claims webhook's response. The issuer checks the claims themselves. Pure. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, parseJson } from '@countersign/shared/kernel/json';

/**
 * Reads a response body: a JSON object of objects, by configuration id.
 * @returns the text; undefined for any other form
 */
export function claimsAnswer(body: Buffer | undefined): string | undefined {
  const text = body?.toString('utf8') ?? '';
  let value: Json;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
  return isObject(value) && Object.values(value).every(isObject) ? text : undefined;
}
