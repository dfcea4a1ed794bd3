/** The page "Trust and keys". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import type { KeysOfPurpose } from '../../../src/pages/keys/key-table.tsx';
import { KeysSection } from '../../../src/pages/keys/keys-page.tsx';
import { session } from '../../../src/state/session.ts';

const credential: KeysOfPurpose = { purpose: 'credential', rotation: 'call', keys: [] };
const usedFrom = '2029-01-01T00:00:00.000Z';
const signedIn = (role: 'viewer' | 'admin'): void => {
  session.value = { state: 'in', tenant: 'default', variant: 'a', role, name: 'k', expiresAt: usedFrom } as never;
};

test('an administrator rotates what the server makes; files say what to do', () => {
  const section = (of: KeysOfPurpose): string => renderToString(<KeysSection of={of} onRotate={() => undefined} />);
  signedIn('admin');
  assert.match(section(credential), /aria-label="Rotate: Credentials, status lists"/);
  const files: KeysOfPurpose = { purpose: 'request', rotation: 'files', broken: 'no leaf', keys: [] };
  assert.doesNotMatch(section(files), /<button/);
  assert.match(section(files), /replace both files/);
  assert.match(section(files), /no leaf/);
  assert.match(section({ purpose: 'metadata', rotation: 'with_credential', keys: [] }), /key of credentials/);
  signedIn('viewer');
  assert.doesNotMatch(section(credential), /Rotate:/);
});
