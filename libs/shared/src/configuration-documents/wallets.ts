/** The description of the wallets that a tenant registers: `wallets.json`, and the body of its route. */
import { closed, documented, freeObjects, text } from '../http/schema-parts.ts';
import { $schema, fileObject, forApi, forFile } from './readers.ts';

const MAX_WALLETS = 500;
const SCHEME = '^[a-z][a-z0-9+.-]{0,63}$';

const walletClient = closed('WalletClient', ['client_id', 'jwks'], {
  client_id: { ...text, api: { minLength: 1, maxLength: 512 } },
  redirect_uris: {
    type: 'array',
    api: { maxItems: 50 },
    items: documented({ ...text, api: { maxLength: 2048 } }, { pattern: '^[^#]*$' }),
    description: 'Where codes may go; without fragment',
  },
  jwks: closed(
    'WalletClientKeys',
    ['keys'],
    { keys: { ...freeObjects, minItems: 1, api: { maxItems: 20 } } },
    { description: 'Public keys for private_key_jwt' },
  ),
});

const members = {
  public_clients: {
    type: 'boolean',
    description: 'Accept unregistered wallets. Default: true',
  },
  public_redirect_schemes: {
    type: 'array',
    api: { maxItems: 50 },
    items: documented({ ...text, api: { maxLength: 64 }, file: { pattern: SCHEME } }, { pattern: SCHEME }),
    description:
      'Redirect URI schemes, without colon, that unregistered wallets may use in addition to https, loopback addresses and schemes with a dot',
  },
  clients: { type: 'array', api: { maxItems: MAX_WALLETS }, items: walletClient },
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

export const walletsBodySchema = forApi(closed('RegisteredWalletsBody', [], members, { example }));

export const walletsFile = forFile(
  "Wallet clients: wallets.json; a tenant's file replaces the root folder's file",
  fileObject({ $schema, ...members }),
);
