import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { createLog, silentLog } from '@countersign/shared/kernel/log';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { checkIssuerDisplay, checkIssuerEntries, createDisplay } from '../../src/metadata/issuer-display.ts';

const context = { issuer: 'https://h.example', imageExists: () => false };

test('errors make a file unusable, findings do not', () => {
  const check = (value: unknown): unknown => {
    const { errors, findings } = checkIssuerDisplay(JSON.stringify(value), context);
    return [errors.map(({ pointer }) => pointer), findings.map(({ pointer }) => pointer)];
  };
  assert.deepEqual(check([{ name: 'N', accent_color: '#fff' }]), [[], []]);
  assert.deepEqual(check([{ locale: 'en', text_color: 'red' }]), [['/0/name'], []]);
  const logo = { uri: '<PUBLIC_URL>/public/x.svg' };
  assert.deepEqual(check([{ name: 'N', text_color: 'red', logo }]), [[], ['/0/text_color', '/0/logo/uri']]);
  assert.throws(() => checkIssuerDisplay('[', context));
});

test('the errors of a broken display.json are logged, once per version of the file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-display-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const log = createLog(
    'warn',
    () => 0,
    (line) => void lines.push(line),
  );
  const { settings } = readSettings({ CONFIG_FOLDER: folder, PUBLIC_URL: 'https://h.example' });
  const display = createDisplay({ settings, log });
  const names = (): unknown[] => display.of('default', 'https://h.example', {}).map(({ name }) => name);
  const write = (value: unknown): void => writeFileSync(join(folder, 'display.json'), JSON.stringify(value));
  assert.deepEqual(names(), ['h.example']);
  write([
    { name: 'One', locale: 'en' },
    { name: 'Two', locale: 'nonsense locale' },
  ]);
  assert.deepEqual([names(), names()], [['h.example'], ['h.example']]);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /\/1\/locale: The locale must be a BCP 47/);
  write([{ name: 'One', locale: 'en' }]);
  assert.deepEqual(names(), ['One']);
});

test('what was written counts without a file, with its addresses', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-display-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { settings } = readSettings({ CONFIG_FOLDER: folder, PUBLIC_URL: 'https://h.example' });
  const display = createDisplay({ settings, log: silentLog });
  const entries = [{ name: 'Written', logo: { uri: '<PUBLIC_URL>/public/logo.png' }, accent_color: '#fff' }];
  const of = (given: typeof entries | undefined) =>
    display.of('default', 'https://h.example', given === undefined ? {} : { entries: given });
  const uri = 'https://h.example/public/logo.png';
  assert.deepEqual(of(entries), [{ name: 'Written', logo: { uri, url: uri } }]);
  assert.equal(of([...entries, ...entries]).length, 2);
  assert.deepEqual(of(undefined), [{ name: 'h.example', locale: 'en' }]);
  assert.equal(display.fileOf('default'), undefined);
  writeFileSync(join(folder, 'display.json'), JSON.stringify([{ name: 'File' }]));
  assert.deepEqual(of(entries), [{ name: 'File' }]);
  assert.deepEqual(display.fileOf('default'), [{ name: 'File' }]);
});

test('entries that the API writes have no mistake at all', () => {
  const places = (entries: Json | undefined) => checkIssuerEntries(entries, context).map(({ pointer }) => pointer);
  assert.deepEqual(places([{ name: 'N' }]), []);
  assert.deepEqual(places(undefined), ['/entries']);
  assert.deepEqual(places([{ locale: 'en' }]), ['/entries/0/name']);
  const logo = { uri: '<PUBLIC_URL>/public/x.svg' };
  assert.deepEqual(places([{ name: 'N', more: 1, logo }]), ['/entries/0/more', '/entries/0/logo/uri']);
});
