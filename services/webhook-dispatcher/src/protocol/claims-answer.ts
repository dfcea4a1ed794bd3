/** The answer of a claims webhook, as far as its form goes; what the claims say is the issuer's to judge. Pure. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, parseJson } from '@countersign/shared/kernel/json';

/**
 * Reads the body of an answer: a JSON object of objects, by configuration id.
 * @returns the text, or undefined where it has another form
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
