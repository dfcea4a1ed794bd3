/** The forms of lists: which ones a reference accepts, and how each is verified. Pure. */
import { JwtError } from '../crypto/jwt-error.ts';
import { CwtError } from '../mdoc/cwt-error.ts';
import { type IdentifierList, verifyIdentifierList } from './identifier-list.ts';
import { verifyStatusCwt } from './status-cwt.ts';
import type { StatusList } from './status-list.ts';
import type { ListReference } from './status-reference.ts';
import { verifyStatusToken } from './status-token.ts';

export type VerifiedList = StatusList | IdentifierList;

/** A list as its server sent it. */
export interface FetchedList {
  /** Media type in lower case, without parameters; undefined if the response had none. */
  readonly type: string | undefined;
  readonly body: Buffer;
}

const STATUS_JWT = 'application/statuslist+jwt';
const STATUS_CWT = 'application/statuslist+cwt';
const IDENTIFIERS = 'application/identifierlist+cwt';

/** Media types, the preferred one first. An SD-JWT VC has its status in JWT form (SD-JWT VC, 3.2.2.2). */
export function acceptedTypes(reference: ListReference): readonly string[] {
  if ('id' in reference) return [IDENTIFIERS];
  return reference.preferred === 'cwt' ? [STATUS_CWT, STATUS_JWT] : [STATUS_JWT];
}

/**
 * Verifies a list in the form in which it was received.
 * @param now milliseconds
 * @throws JwtError, CwtError
 */
export async function verifyList(
  { type, body }: FetchedList,
  reference: ListReference,
  now: number,
): Promise<VerifiedList> {
  const { uri, certificate } = reference;
  const anchors = certificate === undefined ? reference.anchors : [certificate];
  if ('id' in reference) return verifyIdentifierList({ token: body, uri, anchors, now });
  if (reference.preferred === 'cwt' && type === STATUS_CWT) return verifyStatusCwt({ token: body, uri, anchors, now });
  return verifyStatusToken({ token: body.toString('latin1'), reference: { ...reference, anchors }, now });
}

/** Whether the error means that a list is not acceptable; any other is a defect. */
export function isRefusedList(error: unknown): boolean {
  return error instanceof JwtError || error instanceof CwtError;
}
