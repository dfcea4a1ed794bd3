import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createConfigurationFiles } from '../../src/flow-config/configuration-files.ts';
import type { FlowKind, Sourced } from '../../src/flow-config/listed.ts';
import { createLog } from '../../src/kernel/log.ts';
import { readSettings } from '../../src/settings/read-settings.ts';

const check: FlowKind<Sourced>['check'] = ({ id, written, version }) => {
  const configuration = { id, source: 'file', version } as const;
  if (written.broken === true) return { id, source: 'file', errors: [{ pointer: '/broken', detail: 'is broken' }] };
  const findings = written.odd === true ? [{ pointer: '/odd', detail: 'is odd' }] : [];
  return { id, configuration, written, ...(findings.length === 0 ? {} : { findings }) };
};

test('the log names each file with a mistake once, says whether it is used, and files that nothing reads', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: object): void => writeFileSync(join(folder, name), JSON.stringify(content));
  mkdirSync(join(folder, 'issuance'));
  write('issuance/good.json', {});
  write('issuance/odd.json', { odd: true });
  write('issuance/broken.json', { broken: true });
  write('issuance/other.JSON', {});
  const lines: string[] = [];
  const log = createLog(
    'warn',
    () => 0,
    (line) => void lines.push(line),
  );
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  const files = createConfigurationFiles({ settings, log }, { folders: ['issuance', 'credentials'], check });
  for (let round = 0; round < 2; round += 1) {
    const working = files.list('default').map((one) => [one.id, 'configuration' in one]);
    assert.deepEqual(working, [
      ['broken', false],
      ['good', true],
      ['odd', true],
    ]);
  }
  const found = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    found.map(({ msg, message, file, pointer }) => [msg ?? message, String(file).slice(folder.length + 1), pointer]),
    [
      ['Configuration file ignored', 'issuance/other.JSON', ''],
      ['Configuration file ignored', 'issuance/broken.json', '/broken'],
      ['Configuration file has an error, and is used', 'issuance/odd.json', '/odd'],
    ],
  );
});

test('a file may name its schema for editors', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'issuance'));
  writeFileSync(join(folder, 'issuance', 'a.json'), JSON.stringify({ $schema: 'https://h.example/x', claims: {} }));
  const log = createLog(
    'warn',
    () => 0,
    () => assert.fail('nothing is logged'),
  );
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  const one = createConfigurationFiles({ settings, log }, { folders: ['issuance', 'credentials'], check }).get(
    'default',
    'a',
  );
  assert.deepEqual(one !== undefined && 'written' in one ? one.written : undefined, { claims: {}, id: 'a' });
});
