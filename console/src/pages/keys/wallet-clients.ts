/** Registered wallets, in the form of the management API. */
export interface WalletClient {
  readonly client_id: string;
  readonly redirect_uris?: readonly string[];
  readonly jwks: { readonly keys: readonly object[] };
}

/** As `GET /configurations/wallets` has it. */
export interface Wallets {
  readonly source: 'file' | 'api' | 'installation' | 'none';
  readonly public_clients: boolean;
  readonly public_redirect_schemes: readonly string[];
  readonly clients: readonly WalletClient[];
}
