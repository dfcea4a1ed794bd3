/** Settings of signers outside the process. */
import type { SettingDefinition } from './definition.ts';

export const signerSettings = {
  SIGNER: {
    type: 'choice',
    default: 'local',
    choices: ['local', 'pkcs11', 'vault'],
    meaning:
      'Where new signing keys are made, and sign: `local` in the process, sealed in the store; `pkcs11` a token; `vault` the transit engine of HashiCorp Vault. Keys that exist stay where they are until they are rotated (keys.md)',
  },
  SIGNER_TIMEOUT: {
    type: 'integer',
    default: '2000',
    unit: 'milliseconds',
    min: 100,
    max: 10000,
    meaning: 'Time that a signature outside the process may take; then the request is answered 503',
  },
  SIGNER_PARALLEL: {
    type: 'integer',
    default: '16',
    min: 1,
    max: 256,
    meaning: 'Signatures outside the process that a process asks for at once; four times as many wait',
  },
  PKCS11_MODULE: { type: 'text', meaning: "File of the PKCS#11 library of the token's manufacturer" },
  PKCS11_TOKEN: { type: 'text', meaning: 'Label of the PKCS#11 token' },
  PKCS11_PIN: { type: 'connection', meaning: 'PIN of the user of the PKCS#11 token; never shown' },
  PKCS11_SESSIONS: {
    type: 'integer',
    default: '2',
    min: 1,
    max: 64,
    meaning:
      'Sessions with the token, and signatures at once: each occupies a thread, of which Node has four unless UV_THREADPOOL_SIZE says more',
  },
  PKCS11_BINDING: {
    type: 'text',
    default: '.',
    meaning: 'Folder in which `npm run pkcs11` compiled pkcs11js',
  },
  VAULT_ADDRESS: { type: 'text', meaning: 'Address of HashiCorp Vault, such as `https://vault.example:8200`' },
  VAULT_TOKEN: { type: 'connection', meaning: 'Token for Vault; renewed at half of its life; never shown' },
  VAULT_TOKEN_FILE: {
    type: 'text',
    meaning: "File with the token, read at each request: Vault's agent replaces it. In place of VAULT_TOKEN",
  },
  VAULT_MOUNT: { type: 'text', default: 'transit', meaning: 'Path of the transit engine' },
  VAULT_NAMESPACE: { type: 'text', meaning: 'Namespace in Vault' },
  VAULT_KEY_PREFIX: {
    type: 'text',
    default: 'countersign',
    meaning: 'Begins the names of keys in Vault: letters, digits, - and _',
  },
  VAULT_TLS_CA: {
    type: 'text',
    meaning: 'File (PEM) with the authorities that sign the certificate of Vault; default those of the system',
  },
} as const satisfies Record<string, SettingDefinition>;
