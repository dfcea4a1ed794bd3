/**
 * `GET /public/{file}`: images of display settings, from one fixed folder per tenant, otherwise as written through the
 * API.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { StoredDisplay } from '@countersign/shared/flow-config/stored-display';
import { matchesEntityTag } from '@countersign/shared/http/entity-tag';
import type { Operation } from '@countersign/shared/http/message';
import { tenantFolder } from '@countersign/shared/kernel/versioned-file';
import { notFound } from '../request/parameters.ts';
import { imageType } from '../schemas/content-types.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** No file in the folder may run scripts. SVG can contain them. */
const headers = { 'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'" } as const;

export function publicFile(configFolder: string, stored: Pick<StoredDisplay, 'image'>): Operation {
  return async ({ tenant, params, headers: requestHeaders }) => {
    const owner = tenantFolder(configFolder, tenant);
    const file = params.file ?? '';
    const bytes = (await readWithin(join(owner, 'public'), file)) ?? (await stored.image(tenant, file));
    if (bytes === undefined) throw notFound();
    const etag = `"${hashOf(bytes).slice(0, 22)}"`;
    if (matchesEntityTag(requestHeaders['if-none-match'], etag)) return { status: 304, headers: { ...headers, etag } };
    const contentType = imageType(extname(file));
    return { raw: bytes, contentType, headers: { ...headers, etag } };
  };
}

/** The file's real path must be within the folder's real path: a link to the outside is not followed. */
async function readWithin(folder: string, file: string): Promise<Buffer | undefined> {
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, file));
    const info = await stat(path);
    if (path.startsWith(root + sep) && info.isFile() && info.size <= MAX_BYTES) return await readFile(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return undefined;
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG' || code === 'EACCES';
}
