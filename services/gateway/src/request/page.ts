/** Pages of a list: their limit. */
import { badParameter } from './management-query.ts';

const DEFAULT_LIMIT = 100;
const MOST = 1000;

/** The query parameter `limit`. @throws ProtocolError `invalid_request` */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST) {
    throw badParameter('limit', `a whole number from 1 to ${MOST}`);
  }
  return limit;
}
