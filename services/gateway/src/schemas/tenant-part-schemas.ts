/** JSON Schemas of what a tenant has besides configurations: registered wallets, display, images. */
import { choice, closed, freeObjects, open, text } from '@countersign/shared/flow-config/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

const MOST_WALLETS = 500;

const walletClient = closed('WalletClient', ['client_id', 'jwks'], {
  client_id: { ...text, minLength: 1, maxLength: 512 },
  redirect_uris: {
    type: 'array',
    maxItems: 50,
    items: { ...text, maxLength: 2048 },
    description: 'Where codes may go',
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
    items: { ...text, maxLength: 64 },
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
