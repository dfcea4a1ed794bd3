/** JSON Schemas of what a tenant has besides configurations: registered wallets, display, images. */
import {
  choice,
  closed,
  dateTime,
  documented,
  freeObjects,
  open,
  patterns,
  text,
} from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

const MOST_WALLETS = 500;
/** Names of images that the API stores. */
const IMAGE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\\.(png|jpg|jpeg|svg)$';

const walletClient = closed('WalletClient', ['client_id', 'jwks'], {
  client_id: { ...text, minLength: 1, maxLength: 512 },
  redirect_uris: {
    type: 'array',
    maxItems: 50,
    items: documented({ ...text, maxLength: 2048 }, { pattern: '^[^#]*$' }),
    description: 'Where codes may go; without fragment',
  },
  jwks: closed(
    'WalletClientKeys',
    ['keys'],
    { keys: { ...freeObjects, minItems: 1, maxItems: 20 } },
    {
      description: 'Public keys for private_key_jwt',
    },
  ),
});

const walletMembers = {
  public_clients: {
    type: 'boolean',
    description: 'Whether wallets that are not registered may take part; default true',
  },
  public_redirect_schemes: {
    type: 'array',
    maxItems: 50,
    items: documented({ ...text, maxLength: 64 }, { pattern: '^[a-z][a-z0-9+.-]{0,63}$' }),
    description:
      'Schemes of redirect URIs, without colon, that wallets which are not registered may use beside https, loopback addresses and schemes with a dot',
  },
  clients: { type: 'array', maxItems: MOST_WALLETS, items: walletClient },
} as const;

const example = {
  public_clients: false,
  clients: [
    {
      client_id: 'https://wallet.example',
      redirect_uris: ['https://wallet.example/callback'],
      jwks: {
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
            y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
          },
        ],
      },
    },
  ],
} as const;

export const walletsBodySchema: JsonObject = closed('RegisteredWalletsBody', [], walletMembers, { example });

export const walletsSchema: JsonObject = open(
  'RegisteredWallets',
  ['source', 'public_clients', 'public_redirect_schemes', 'clients'],
  {
    source: choice(
      'WalletsSource',
      ['file', 'api', 'installation', 'none'],
      '`file`: wallets.json of the tenant; `api`: written by POST /configurations/wallets; `installation`: wallets.json of the root folder',
    ),
    ...walletMembers,
  },
);

const image = closed(
  'DisplayImage',
  [],
  {
    uri: { ...text, maxLength: 32_768, description: 'Address; `<PUBLIC_URL>/public/logo.png` is a stored image' },
    url: {
      ...text,
      maxLength: 32_768,
      description: 'The same for wallets of older drafts; `uri` goes out under both names',
    },
    alt_text: { ...text, maxLength: 500 },
  },
  { description: 'Needs uri or url' },
);
const shortText = { ...text, maxLength: 80 } as const;
const colour = documented({ ...shortText, description: 'Such as #1d3557' }, { pattern: patterns.colour });

const displayEntry = closed('DisplayEntry', ['name'], {
  name: { ...text, minLength: 1, maxLength: 200 },
  locale: documented(
    { ...shortText, description: 'Language tag (BCP 47); one entry for each' },
    { pattern: patterns.languageTag },
  ),
  description: { ...text, maxLength: 2000 },
  logo: image,
  background_image: image,
  background_color: colour,
  text_color: colour,
  accent_color: documented(
    { ...shortText, description: 'Colour of the pages that people see, #rgb or #rrggbb' },
    { pattern: patterns.hexColour },
  ),
});

const entries = { type: 'array', items: displayEntry, description: 'One entry a language' } as const;

const displayExample = {
  entries: [{ name: 'City library', locale: 'en', logo: { uri: '<PUBLIC_URL>/public/logo.png', alt_text: 'A book' } }],
} as const;

export const displayBodySchema: JsonObject = closed(
  'DisplayBody',
  ['entries'],
  { entries: { ...entries, minItems: 1, maxItems: 50 } },
  { example: displayExample },
);

export const displaySchema: JsonObject = open('Display', ['source', 'entries'], {
  source: choice(
    'DisplaySource',
    ['file', 'api', 'none'],
    '`file`: display.json of the tenant; `api`: written by POST /configurations/display',
  ),
  // A file may have members that the API refuses.
  entries: { ...freeObjects, description: 'One entry a language' },
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
  uri: { ...text, description: 'Where it is served' },
  source: choice(
    'ImageSource',
    ['file', 'api'],
    '`file` of the folder `public`; `api`: written by POST /configurations/images',
  ),
  size: { type: 'integer', description: 'Bytes, of an image with the source `api`' },
  createdAt: { ...dateTime, description: 'Alike' },
});
