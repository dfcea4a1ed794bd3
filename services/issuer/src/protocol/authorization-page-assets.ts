/** Script and style of the authorization page, under names that change with their content. */
import { createHash } from 'node:crypto';
import { pageStyle } from './authorization-page-style.ts';
import { followAuthorization } from './browser/follow-authorization.ts';

export interface PageAsset {
  /** File name with a hash of the content. */
  readonly name: string;
  readonly contentType: string;
  readonly content: string;
}

export const pageScript: PageAsset = named('follow', 'js', 'text/javascript; charset=utf-8', followAuthorization);
export const pageStyleSheet: PageAsset = named('page', 'css', 'text/css; charset=utf-8', pageStyle);

/**
 * Finds an asset by its file name.
 * @returns the asset, and whether the name is that of just this content: during an upgrade a page of the other version
 *   still gets what there is. Undefined where no such asset exists in any version.
 */
export function pageAsset(name: string): { readonly asset: PageAsset; readonly exact: boolean } | undefined {
  const [stem] = /^(follow|page)-[A-Za-z0-9_-]{16}\.(js|css)$/.exec(name)?.slice(1) ?? [];
  const asset = [pageScript, pageStyleSheet].find((known) => known.name.split('-', 1)[0] === stem);
  if (asset === undefined || asset.name.split('.')[1] !== name.split('.')[1]) return undefined;
  return { asset, exact: asset.name === name };
}

function named(stem: string, extension: string, contentType: string, content: string): PageAsset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { name: `${stem}-${hash}.${extension}`, contentType, content };
}
