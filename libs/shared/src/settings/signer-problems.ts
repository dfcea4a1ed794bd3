/** Problems of the settings of signers. */

type Values = Readonly<Record<string, unknown>>;

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  pkcs11: ['PKCS11_MODULE', 'PKCS11_TOKEN', 'PKCS11_PIN'],
  vault: ['VAULT_ADDRESS'],
};
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/|$)/;

/** Settings that SIGNER needs and that are missing or unusable. Pure. */
export function signerProblems(values: Values, production: boolean): readonly string[] {
  const signer = String(values.SIGNER);
  const missing = (NEEDED[signer] ?? []).filter((name) => values[name] === undefined);
  const address = values.VAULT_ADDRESS === undefined ? undefined : String(values.VAULT_ADDRESS);
  return [
    ...(missing.length === 0 ? [] : [`SIGNER=${signer} needs ${missing.join(', ')}`]),
    ...(address === undefined ? [] : vaultProblems(values, address, production)),
    ...(/^\w[\w-]*$/.test(String(values.VAULT_KEY_PREFIX))
      ? []
      : ['VAULT_KEY_PREFIX accepts letters, digits, - and _']),
  ];
}

function vaultProblems(values: Values, address: string, production: boolean): readonly string[] {
  const tokens = ['VAULT_TOKEN', 'VAULT_TOKEN_FILE'].filter((name) => values[name] !== undefined);
  const isAddress = /^https?:\/\/[^/?#]+$/.test(address.replace(/\/+$/, ''));
  return [
    ...(tokens.length === 1 ? [] : ['VAULT_ADDRESS needs one of VAULT_TOKEN and VAULT_TOKEN_FILE']),
    ...(isAddress ? [] : ['VAULT_ADDRESS must be an address without a path, such as https://vault.example:8200']),
    // The token would be readable on the way.
    ...(production && !address.startsWith('https:') && !LOOPBACK.test(address)
      ? ['VAULT_ADDRESS must be https in production']
      : []),
  ];
}
