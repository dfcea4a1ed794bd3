/**
 * The token in the forms of the page of a login (against forged requests): only the browser whose cookie names the login is shown it. Pure.
 */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { isObject, type Json, own } from '@countersign/shared/kernel/json';
import { sameSecret } from '../authenticate/client-secret.ts';

/** @param key of the tenant. @param uid of the interaction, which the cookie names */
export function formToken(key: Buffer, uid: string): string {
  return hmacSha256(key, uid).toString('base64url');
}

/** @param form that was posted */
export function hasFormToken(key: Buffer, uid: string, form: Json | undefined): boolean {
  const given = isObject(form) ? own(form, 'token') : undefined;
  return typeof given === 'string' && sameSecret(given, formToken(key, uid));
}
