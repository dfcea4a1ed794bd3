/** Settings of signers outside the process. */
import type { SettingDefinition } from './definition.ts';

export const signerSettings = {
  SIGNER: {
    type: 'choice',
    default: 'local',
    choices: ['local', 'pkcs11', 'vault'],
    meaning:
      "Where new signing keys are generated and sign: `local` in the process, encrypted in the store; `pkcs11` in a token; `vault` in HashiCorp Vault's transit engine. Existing keys stay where they are until they are rotated (keys.md)",
  },
  SIGNER_TIMEOUT: {
    type: 'integer',
    default: '2000',
    unit: 'milliseconds',
    min: 100,
    max: 10000,
    meaning: 'Time that a signature outside the process may take. After that the request returns 503',
  },
  SIGNER_PARALLEL: {
    type: 'integer',
    default: '16',
    min: 1,
    max: 256,
    meaning: 'Signatures outside the process that a process requests at the same time. Four times as many wait',
  },
  PKCS11_MODULE: { type: 'text', meaning: "File of the PKCS#11 library of the token's manufacturer" },
  PKCS11_TOKEN: { type: 'text', meaning: 'Label of the PKCS#11 token' },
  PKCS11_PIN: { type: 'connection', meaning: "PIN of the PKCS#11 token's user, never shown" },
  PKCS11_SESSIONS: {
    type: 'integer',
    default: '2',
    min: 1,
    max: 64,
    meaning:
      'Sessions with the token, and signatures at the same time. Each occupies a thread, of which Node has four unless UV_THREADPOOL_SIZE sets more',
  },
  PKCS11_BINDING: {
    type: 'text',
    default: '.',
    meaning: 'Folder in which `npm run pkcs11` compiled pkcs11js',
  },
  VAULT_ADDRESS: { type: 'text', meaning: 'Address of HashiCorp Vault, such as `https://vault.example:8200`' },
  VAULT_TOKEN: { type: 'connection', meaning: 'Token for Vault. Renewed at half of its lifetime, never shown' },
  VAULT_TOKEN_FILE: {
    type: 'text',
    meaning:
      "File with the token, read at each request because Vault's agent replaces it. Use it instead of VAULT_TOKEN",
  },
  VAULT_MOUNT: { type: 'text', default: 'transit', meaning: 'Path of the transit engine' },
  VAULT_NAMESPACE: { type: 'text', meaning: 'Namespace in Vault' },
  VAULT_KEY_PREFIX: {
    type: 'text',
    default: 'countersign',
    meaning: 'Prefix of the key names in Vault: letters, digits, - and _',
  },
  VAULT_TLS_CA: {
    type: 'text',
    meaning: "File (PEM) with the authorities that sign Vault's certificate. Default: the system's authorities",
  },
} as const satisfies Record<string, SettingDefinition>;
