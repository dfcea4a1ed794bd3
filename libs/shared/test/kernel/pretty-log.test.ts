import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, type LogFields } from '../../src/kernel/log.ts';
import { logWriter } from '../../src/kernel/pretty-log.ts';

function written(
  format: 'pretty' | 'json' | undefined,
  isTTY: boolean,
  message: string,
  fields: LogFields = {},
): string {
  const lines: string[] = [];
  const output = { isTTY, write: (line: string) => lines.push(line) };
  createLog('debug', () => 1_700_000_000_000, logWriter(format, output)).warn(message, fields);
  return lines.join('');
}

test('a terminal gets lines for people, everything else JSON, unless the setting says otherwise', () => {
  assert.equal(written(undefined, true, 'setting', { detail: 'a b' }), '22:13:20  warn   setting  detail="a b"\n');
  assert.equal(JSON.parse(written(undefined, false, 'setting')).message, 'setting');
  assert.equal(JSON.parse(written('json', true, 'setting')).message, 'setting');
  assert.match(written('pretty', false, 'setting'), /^22:13:20 {2}warn {3}setting\n$/);
});

test('a request begins with what was asked and answered', () => {
  const fields = { method: 'POST', route: '/vci/offer', status: 201, milliseconds: 7, tenant: 'default' };
  assert.equal(
    written('pretty', true, 'request', fields),
    '22:13:20  warn   POST /vci/offer 201 7 ms  tenant=default\n',
  );
});

test('frames of an error follow; text of others can not act on the terminal or begin a line', () => {
  const text = written('pretty', true, 'unexpected error', {
    stack: '    at one\n    at two',
    detail: 'x\u001b[2J\ny\u009b',
  });
  assert.deepEqual(text.split('\n').slice(1), ['    at one', '    at two', '']);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must be absent
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\u0000-\u001f\u007f-\u009f]/);
});
