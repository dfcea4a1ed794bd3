/** The authorization page's script, under a name that changes with its content. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { followAuthorization } from '../browser/follow-authorization.ts';

export interface PageAsset {
  /** File name with a hash of the content. */
  readonly name: string;
  readonly contentType: string;
  readonly content: string;
}

const hash = hashOf(followAuthorization).slice(0, 16);

export const pageScript: PageAsset = {
  name: `follow-${hash}.js`,
  contentType: 'text/javascript; charset=utf-8',
  content: followAuthorization,
};

/**
 * Finds an asset by its file name.
 * @returns the asset, and whether the hash in the name matches its content: during an upgrade a page of the other
 *   version still receives the current asset. Undefined if no version has such an asset.
 */
export function pageAsset(name: string): { readonly asset: PageAsset; readonly exact: boolean } | undefined {
  if (!/^follow-[A-Za-z0-9_-]{16}\.js$/.test(name)) return undefined;
  return { asset: pageScript, exact: pageScript.name === name };
}
