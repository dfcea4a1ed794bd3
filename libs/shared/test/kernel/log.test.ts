import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, type LogFields, type LogLevel, silentLog } from '../../src/kernel/log.ts';

/** The lines that a logger of this level writes for one message of each level. */
function written(level: LogLevel, fields?: LogFields): string[] {
  const lines: string[] = [];
  const log = createLog(
    level,
    () => 1_700_000_000_000,
    (line) => lines.push(line),
  );
  for (const name of ['debug', 'info', 'warn', 'error'] as const) log[name](`a ${name}`, fields);
  return lines;
}

describe('log', () => {
  it('writes one JSON line with time, level, message and fields', () => {
    const [line] = written('error', { code: 'not_found', status: 404, request: 'r1' });
    assert.ok(line?.endsWith('}\n'));
    assert.deepEqual(JSON.parse(line ?? ''), {
      time: '2023-11-14T22:13:20.000Z',
      level: 'error',
      message: 'a error',
      code: 'not_found',
      status: 404,
      request: 'r1',
    });
  });

  it('writes messages of its level and above', () => {
    const levels = (level: LogLevel): string[] => written(level).map((line) => JSON.parse(line).level);
    assert.deepEqual(levels('debug'), ['debug', 'info', 'warn', 'error']);
    assert.deepEqual(levels('info'), ['info', 'warn', 'error']);
    assert.deepEqual(levels('warn'), ['warn', 'error']);
    assert.deepEqual(levels('error'), ['error']);
    assert.deepEqual(levels('silent'), []);
  });

  it('shortens a session to 16 characters: they distinguish sessions, while the whole id gives access to one', () => {
    const session = '01hk0mps8abcdefg-the-rest-is-secret';
    const [line] = written('error', { session });
    assert.equal(JSON.parse(line ?? '').session, '01hk0mps8abcdefg');
    assert.doesNotMatch(line ?? '', /the-rest/);
  });

  it('keeps a text with line ends on its one line', () => {
    const lines: string[] = [];
    const log = createLog(
      'info',
      () => 0,
      (line) => lines.push(line),
    );
    log.info('two\nlines {"level":"error"}', { detail: 'and\r\nmore\u2028' });
    assert.equal(lines.join('').trimEnd().split('\n').length, 1);
    assert.equal(JSON.parse(lines[0] ?? '').message, 'two\nlines {"level":"error"}');
  });

  it('can be silent', () => {
    assert.doesNotThrow(() => silentLog.error('x', { code: 'y' }));
  });
});

it('a field of a line takes precedence over the base field', () => {
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => 0,
    (line) => lines.push(line),
    { service: 'issuer' },
  );
  log.info('one');
  log.info('two', { service: 'status' });
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { service: string }).service),
    ['issuer', 'status'],
  );
});
