/** Content types that the gateway's own documents are answered with. */

/** JSON Schemas of configuration files. */
export const SCHEMA_CONTENT_TYPE = 'application/schema+json';

const OTHER = 'application/octet-stream';

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** Every content type that a file of the folder `public` may be answered with. */
export const imageTypes: readonly string[] = [...new Set(Object.values(types)), OTHER];

/** @param extension of the file name, with its dot, in either case */
export function imageType(extension: string): string {
  return types[extension.toLowerCase()] ?? OTHER;
}
