import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTables } from '@countersign/bench/scaling/with-tables';

const block = (name: string, content: string): string =>
  `<!-- made by npm run bench, scaling: ${name} -->\n${content}<!-- end -->`;

test('each block is replaced by its table, and all else stays', () => {
  const text = `# Title\n\n${block('a', 'old\n\nlines\n')}\n\nbetween\n\n${block('b', '')}\n`;
  const written = withTables(text, { a: '| one |', b: '| two |' });
  assert.equal(written, `# Title\n\n${block('a', '| one |\n')}\n\nbetween\n\n${block('b', '| two |\n')}\n`);
  assert.equal(withTables(written, { a: '| one |', b: '| two |' }), written);
});

test('a table without a place and a place without a table are errors', () => {
  assert.throws(() => withTables('# Title\n', { a: '' }), /no place for a/);
  assert.throws(() => withTables(block('a', ''), {}), /no table a/);
});
