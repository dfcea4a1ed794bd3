/** A complete production environment, and the problems of one. */
import assert from 'node:assert/strict';
import { type Environment, readSettings, SettingsError } from '../../src/settings/read-settings.ts';

const API_KEY = 'kD93jfPz0qLm28Vx';
const MASTER_KEY = Buffer.from('0123456789-9876543210-abcdefghij').toString('base64url');
export const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://issuer.example',
  MASTER_KEY,
  AUTH_API_KEY: API_KEY,
};

/** The problems of an environment; none if it is good. */
export function problems(env: Environment): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.problems;
  }
  return [];
}
