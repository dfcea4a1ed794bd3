/** Content types of the gateway's own documents. */

/** JSON Schemas of configuration files. */
export const SCHEMA_CONTENT_TYPE = 'application/schema+json';

/** Types of a script, for compilers and editors. */
export const TYPESCRIPT_CONTENT_TYPE = 'application/typescript; charset=utf-8';

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

/** Every content type of files of the folder `public`. */
export const imageTypes: readonly string[] = [...new Set(Object.values(types)), OTHER];

/** Content types of the console's files. */
export const siteTypes: Readonly<Record<string, string>> = {
  ...types,
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Content types of the documents' files. Examples, schemas and models are shown as text, not run. */
export const documentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.yaml': 'application/yaml',
  '': 'text/plain; charset=utf-8',
};

/** @param extension of the file name, with its dot, in either case */
export function imageType(extension: string): string {
  return types[extension.toLowerCase()] ?? OTHER;
}
