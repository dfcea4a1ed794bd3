/** Each link between documents refers to an existing file and heading; docs/README.md lists every page. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../../..');
const PASSED_OVER = new Set(['node_modules', 'dist', 'data', 'site', 'pinned']);

function markdownIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) || entry.name.startsWith('.') ? [] : markdownIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** A document without its code, which may contain brackets that are not links. */
const proseOf = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/^ {4}.*$/gm, '');

/** The anchors of headings, as GitHub generates them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, title = ''] of text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    let repeated = anchor;
    for (let count = 1; anchors.has(repeated); count += 1) repeated = `${anchor}-${count}`;
    anchors.add(repeated);
  }
  return anchors;
}

interface Link {
  readonly target: string;
  readonly anchor: string | undefined;
}

function linksOf(text: string): readonly Link[] {
  const found = proseOf(text).matchAll(/(?:\]\(|(?:src|href)=")(?![a-z]+:|\/)([^)\s"#]*)(?:#([^)\s"]*))?[)"]/g);
  return [...found].map(([, target = '', anchor]) => ({ target, anchor }));
}

function broken(file: string, { target, anchor }: Link): string | undefined {
  const path = target === '' ? file : join(dirname(file), target);
  const name = `${relative(ROOT, file)}: ${target}`;
  if (!existsSync(path)) return name;
  if (anchor === undefined || (statSync(path).isFile() && !path.endsWith('.md'))) return undefined;
  return statSync(path).isFile() && anchorsOf(readFileSync(path, 'utf8')).has(anchor) ? undefined : `${name}#${anchor}`;
}

const documents = markdownIn(ROOT);

test('each link of each document leads to a file, and to a heading of it', () => {
  const found = documents.flatMap((file) => linksOf(readFileSync(file, 'utf8')).map((link) => ({ file, link })));
  assert.ok(found.length > 500, String(found.length));
  assert.deepEqual(
    found.flatMap(({ file, link }) => broken(file, link) ?? []),
    [],
  );
  const index = join(ROOT, 'docs/README.md');
  assert.ok(broken(index, { target: 'learn/none.md', anchor: undefined }));
  assert.ok(broken(index, { target: 'learn/mdoc.md', anchor: 'none' }));
  assert.equal(broken(index, { target: 'reference/reasons.md', anchor: 'offer_unknown' }), undefined);
});

test('docs/README.md lists each page of the four folders', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const listed = new Set(linksOf(index).map(({ target }) => target));
  for (const folder of ['learn', 'how-to', 'reference', 'explanation'])
    for (const name of readdirSync(join(ROOT, 'docs', folder)).filter((each) => /\.(md|yaml)$/.test(each)))
      assert.ok(listed.has(`${folder}/${name}`), `docs/README.md has no link to ${folder}/${name}`);
});

test('documents stand in one of the folders', () => {
  const folders = readdirSync(join(ROOT, 'docs')).sort();
  assert.deepEqual(folders, ['README.md', 'benchmarks', 'examples', 'explanation', 'how-to', 'learn', 'reference']);
});

test('each decision has a number of its own, which its title has too', () => {
  const folder = join(ROOT, 'docs/explanation/adr');
  const numbers = readdirSync(folder).map((name) => {
    const [, number = '', title = ''] =
      /^(\d{4})-.*\n# (\d+)\. /.exec(`${name}\n${readFileSync(join(folder, name), 'utf8')}`) ?? [];
    assert.equal(Number(number), Number(title), name);
    return number;
  });
  assert.deepEqual(numbers, [...new Set(numbers)]);
});
