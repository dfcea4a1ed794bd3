/** JSON Schemas of a tenant's parts besides configurations: registered wallets, display, images. */
import { walletsBodySchema } from '@countersign/shared/configuration-documents/wallets';
import { choice, closed, dateTime, documented, freeObjects, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

/** Names of images that the API stores. */
const IMAGE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\\.(png|jpg|jpeg|svg)$';

export const walletsSchema: JsonObject = open(
  'RegisteredWallets',
  ['source', 'public_clients', 'public_redirect_schemes', 'clients'],
  {
    source: choice(
      'WalletsSource',
      ['file', 'api', 'installation', 'none'],
      '`file`: wallets.json of the tenant; `api`: written by POST /configurations/wallets; `installation`: wallets.json of the root folder',
    ),
    ...walletsBodySchema.properties,
  },
);

export const displaySchema: JsonObject = open('Display', ['source', 'entries'], {
  source: choice(
    'DisplaySource',
    ['file', 'api', 'none'],
    '`file`: display.json of the tenant; `api`: written by POST /configurations/display',
  ),
  // A file may have members that the API refuses.
  entries: { ...freeObjects, description: 'One entry per language' },
});

const file = {
  ...text,
  pattern: IMAGE_NAME,
  description: 'Name, with the ending of its type: PNG, JPEG or SVG',
} as const;

export const imageBodySchema: JsonObject = closed(
  'ImageBody',
  ['file', 'data'],
  {
    file,
    data: documented(
      { ...text, minLength: 4, maxLength: 349_528, description: 'The image in base64; at most 256 KiB' },
      { pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' },
    ),
  },
  { example: { file: 'logo.svg', data: 'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=' } },
);

export const imageSchema: JsonObject = open('Image', ['file', 'uri', 'source'], {
  file: text,
  uri: { ...text, description: 'Its address' },
  source: choice(
    'ImageSource',
    ['file', 'api'],
    '`file` of the folder `public`; `api`: written by POST /configurations/images',
  ),
  size: { type: 'integer', description: 'Bytes, of an image with the source `api`' },
  createdAt: { ...dateTime, description: 'Alike' },
});
