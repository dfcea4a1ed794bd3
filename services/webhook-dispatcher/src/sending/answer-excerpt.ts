/**
 * What is kept of a receiver's response after a failure: its media type, and an error code or title that it contains.
 * A receiver's free text may name a person, so no text is kept, and nothing that the request contained. Pure.
 */
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';

export interface AnswerExcerpt {
  /** Media type, without parameters. */
  readonly type?: string;
  /** The response's `code`, `error` or `type`, if it is a code. */
  readonly code?: string;
  /** `title` of a problem document: it names the kind of the problem, the same at each occurrence (RFC 9457, 3.1.3). */
  readonly title?: string;
}

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,40}\/[a-z0-9!#$&^_.+-]{1,60}$/;
/** Identifiers, such as `invalid_signature` or `https://errors.example/unknown-session`. */
const CODE = /^[A-Za-z][\w.:/-]{1,99}$/;
const MAX_TITLE = 100;
const CODE_MEMBERS = ['code', 'error', 'type'] as const;

/** @param sent the request's body */
export function answerExcerpt(
  { type: header, body }: { readonly type?: string; readonly body?: Buffer },
  sent: string,
): AnswerExcerpt | undefined {
  const media = header?.split(';', 1)[0]?.trim().toLowerCase();
  const type = media !== undefined && MEDIA_TYPE.test(media) ? media : undefined;
  const document = type?.endsWith('json') === true && body !== undefined ? objectIn(body) : {};
  const isKept = (value: Json | undefined): value is string => typeof value === 'string' && !sent.includes(value);
  const code = CODE_MEMBERS.map((name) => document[name]).find((value) => isKept(value) && CODE.test(value));
  const { title } = document;
  const isTitle = type === 'application/problem+json' && isKept(title) && title.length <= MAX_TITLE;
  const excerpt = {
    ...(type === undefined ? {} : { type }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(isTitle ? { title } : {}),
  };
  return Object.keys(excerpt).length === 0 ? undefined : excerpt;
}

function objectIn(body: Buffer): JsonObject {
  try {
    const value = parseJson(body.toString('utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
