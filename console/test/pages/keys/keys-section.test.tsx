/** The keys of one purpose on the page "Trust and keys". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import type { KeysOfPurpose } from '../../../src/pages/keys/key.ts';
import { KeysSection, RotationLines } from '../../../src/pages/keys/keys-section.tsx';
import { session } from '../../../src/state/session.ts';

const credential: KeysOfPurpose = { purpose: 'credential', rotation: 'call', keys: [] };
const usedFrom = '2029-01-01T00:00:00.000Z';
const signedIn = (role: 'viewer' | 'admin'): void => {
  session.value = { state: 'in', tenant: 'default', variant: 'a', role, name: 'k', expiresAt: usedFrom } as never;
};
const nothing = { onRotate: () => undefined, onRenew: () => undefined, onDelete: () => undefined };
const section = (of: KeysOfPurpose): string =>
  renderToString(<KeysSection of={of} {...nothing} onChanged={async () => undefined} />);

test('an administrator rotates what the server makes; files say what to do', () => {
  signedIn('admin');
  assert.match(section(credential), /aria-label="Rotate: Credentials, status lists"/);
  const files: KeysOfPurpose = { purpose: 'request', rotation: 'files', broken: 'no leaf', keys: [] };
  assert.doesNotMatch(section(files), /<button/);
  assert.match(section(files), /replace both files/);
  assert.match(section(files), /no leaf/);
  assert.match(section({ purpose: 'metadata', rotation: 'with_credential', keys: [] }), /credential key/);
  signedIn('viewer');
  assert.doesNotMatch(section(credential), /Rotate:/);
});

test('keys of an authority are renewed, installed and deleted by an administrator only', () => {
  const keys = [{ state: 'requested', kid: 'next', privateKey: 'local', request: 'CSR' }] as const;
  const of: KeysOfPurpose = { purpose: 'request', set: 'shop', rotation: 'certificate_request', keys };
  const can = /Renew: Presentation requests: shop|Delete keys: Presentation requests: shop|Delete: next|Install/g;
  signedIn('admin');
  assert.equal(section(of).match(can)?.length, 5);
  assert.match(section(of), /Download: shop-request\.csr/);
  signedIn('viewer');
  assert.doesNotMatch(section(of), can);
  assert.match(section(of), /Certificate request, next/);
});

test('a rotation says what waits, from when the next key signs, and until when the previous one answers', () => {
  const now = Date.parse(usedFrom) + 3_600_000;
  const lines = (...states: readonly ('requested' | 'pending' | 'active' | 'retiring')[]): string =>
    renderToString(
      <RotationLines
        now={now}
        keys={states.map((state) => ({ state, kid: state, privateKey: 'local', usedFrom }) as const)}
      />,
    );
  assert.equal(lines('active'), '');
  assert.match(lines('active', 'requested'), /1 certificate request waits/);
  assert.match(lines('active', 'pending'), /next key signs from .*2029/);
  assert.match(lines('retiring', 'active'), /previous key is still used for open requests until 0?3 Jan 2029/);
});
