import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readBundle, WrongBundle } from '../../src/bundle/read-bundle.ts';

type Files = Readonly<Record<string, unknown>>;

function folderWith(t: TestContext, files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bundle-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const read = (t: TestContext, files: Files, env = {}, generation?: number) =>
  readBundle(join(folderWith(t, files), 'bundle.json'), { env, ...(generation === undefined ? {} : { generation }) });

const refusal = (t: TestContext, files: Files, env = {}): string => {
  try {
    read(t, files, env);
  } catch (error) {
    assert.ok(error instanceof WrongBundle, String(error));
    return error.message;
  }
  return assert.fail('it was accepted');
};

test('files that it names are put in, and images with their bytes', (t) => {
  const bundle = read(t, {
    'bundle.json': {
      name: 'b',
      issuance: ['issuance/card.json', { id: 'inline' }],
      images: [{ file: 'l.svg', path: 'l.svg' }],
    },
    'issuance/card.json': { $schema: '../schemas/issuance.json', id: 'card' },
    'l.svg': '<svg/>',
  });
  assert.deepEqual(bundle, {
    name: 'b',
    issuance: [{ $schema: '../schemas/issuance.json', id: 'card' }, { id: 'inline' }],
    images: [{ file: 'l.svg', data: Buffer.from('<svg/>').toString('base64') }],
  });
});

test('nothing outside its folder is read: a path with .., an absolute one, a link that leads out', (t) => {
  const outside = join(folderWith(t, { 'card.json': { id: 'card' } }), 'card.json');
  for (const path of ['../card.json', 'a/../../card.json', '..\\card.json', outside])
    assert.match(refusal(t, { 'bundle.json': { issuance: [path] } }), /not in the folder of the file that names it/);
  assert.match(refusal(t, { 'bundle.json': { images: [{ file: 'x', path: '../x' }] } }), /not in the folder/);
  const folder = folderWith(t, { 'bundle.json': { issuance: ['link.json'] } });
  symlinkSync(outside, join(folder, 'link.json'));
  assert.throws(
    () => readBundle(join(folder, 'bundle.json'), { env: {} }),
    /not in the folder of the file that names it/,
  );
});

test('a bomb is refused before it is read: a large file, many files, deep nesting', (t) => {
  const folder = folderWith(t, { 'bundle.json': { issuance: ['large.json'] }, 'large.json': '' });
  truncateSync(join(folder, 'large.json'), 10_000_000_000);
  assert.throws(() => readBundle(join(folder, 'bundle.json'), { env: {} }), /at most 1048576 bytes/);
  const again = Array.from({ length: 1001 }, () => 'card.json');
  assert.match(refusal(t, { 'bundle.json': { issuance: again }, 'card.json': {} }), /at most 1000 files/);
  const deep = `${'[{"a":'.repeat(40)}1${'}]'.repeat(40)}`;
  assert.match(refusal(t, { 'bundle.json': `{"issuance":${deep}}` }), /nested deeper than 64/);
});

test('a file with an unknown $schema, of another kind, or that is not JSON is refused, without its text', (t) => {
  for (const $schema of ['https://other.example/chart.json', '../schemas/presentation.json', 1])
    assert.match(
      refusal(t, { 'bundle.json': { issuance: ['card.json'] }, 'card.json': { $schema } }),
      /card\.json: unknown \$schema for issuance/,
    );
  const text = refusal(t, { 'bundle.json': { issuance: ['card.json'] }, 'card.json': '{"secret": hidden-secret' });
  assert.match(text, /card\.json: not JSON/);
  assert.doesNotMatch(text, /hidden-secret/);
  assert.match(refusal(t, { 'bundle.json': { issuance: ['none.json'] } }), /none\.json: no such file/);
  assert.match(refusal(t, { 'bundle.json': [] }), /a bundle is a JSON object/);
});

test('a placeholder is the value of its variable, wherever it is; $${NAME} stays a text', (t) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder
  const bundle = { 'bundle.json': { signIn: { clientSecret: '${SECRET}', note: 'a ${URL}/x $${URL}' } } };
  assert.deepEqual(read(t, bundle, { SECRET: 's', URL: 'https://x.example' }), {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text
    signIn: { clientSecret: 's', note: 'a https://x.example/x ${URL}' },
  });
});

test('every unresolved placeholder is named with its place: unset, empty, or a name of JavaScript', (t) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders
  const signIn = { clientSecret: '${SECRET}', a: ['${EMPTY}', '${constructor}'] };
  assert.equal(
    refusal(t, { 'bundle.json': { signIn } }, { EMPTY: '' }),
    [
      '/signIn/clientSecret: the variable SECRET is not set',
      '/signIn/a/0: the variable EMPTY is not set',
      '/signIn/a/1: the variable constructor is not set',
    ].join('\n'),
  );
});

test('the generation of the call replaces the file’s', (t) => {
  assert.deepEqual(read(t, { 'bundle.json': { generation: 1 } }, {}, 8), { generation: 8 });
});
