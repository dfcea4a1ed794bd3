/** Checks secrets of the environment: long enough, and no well-known value. */
import { addProductionFinding, type SettingsFindings } from './settings-findings.ts';
import type { SettingDefinition } from './table.ts';

const WELL_KNOWN_SECRETS = new Set([
  'changeme',
  'changeit',
  'changethis',
  'secret',
  'secretkey',
  'supersecret',
  'mysecret',
  'topsecret',
  'password',
  'passw0rd',
  'admin',
  'administrator',
  'default',
  'example',
  'test',
  'testtest',
  'root',
  'apikey',
  'yourapikey',
  'your256bitsecret',
  'yoursecret',
  'yoursecrethere',
  'justadefaultsecret',
  'replaceme',
  'replacethis',
  '12345678',
  '123456789012',
  '1234567890123456',
  '0123456789abcdef',
  '0123456789abcdef0123456789abcdef',
]);

/** Fewer different characters than this is a pattern, not a secret. */
const FEWEST_DIFFERENT_CHARACTERS = 6;

/** Adds the problems of a secret, with its variable's name, never its value. */
export function checkSecret(
  name: string,
  definition: SettingDefinition,
  text: string,
  findings: SettingsFindings,
): void {
  const bytes = Buffer.byteLength(text);
  const least = definition.minBytes ?? 0;
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  if (WELL_KNOWN_SECRETS.has(plain))
    addProductionFinding(findings, `${name} is a well-known value: generate a random one`);
  else if (bytes < least) addProductionFinding(findings, `${name} is too short: at least ${least} bytes are needed`);
  else if (new Set(text).size < FEWEST_DIFFERENT_CHARACTERS) {
    addProductionFinding(findings, `${name} is too simple: generate a random one`);
  }
  if (name.startsWith('MASTER_KEY') && !is32BytesBase64url(text)) {
    findings.problems.push(`${name} must be 32 bytes in base64url (43 characters)`);
  }
}

function is32BytesBase64url(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text) && Buffer.from(text, 'base64url').length === 32;
}
