/** docs/explanation/architecture.md: each file and function that it links exists, and its picture has the rooms and their direction. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const { rooms, folders } = await import(pathToFileURL(join(ROOT, 'scripts/rooms.mjs')).href);
const document = readFileSync(join(ROOT, 'docs/explanation/architecture.md'), 'utf8');
const names: readonly string[] = Object.keys(rooms);

interface Link {
  readonly name: string;
  readonly path: string;
}

function linksOf(text: string): readonly Link[] {
  return [...text.matchAll(/\[`(\w+)`\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, name = '', path = '']) => ({ name, path }));
}

/** What is wrong with a link: its file does not exist, or exports no such function (or table). */
function broken({ name, path }: Link): string | undefined {
  let text: string;
  try {
    text = readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return `${name}: there is no ${path}`;
  }
  const exported = new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm').test(text);
  return exported ? undefined : `${path} exports no ${name}`;
}

test('each function that is linked is exported by the file that the link leads to', () => {
  const links = linksOf(document);
  assert.ok(links.length >= 50, String(links.length));
  assert.deepEqual(
    links.flatMap((link) => broken(link) ?? []),
    [],
  );
  assert.match(broken({ name: 'createEdge', path: 'services/gateway/src/edge.ts' }) ?? '', /there is no/);
  assert.match(broken({ name: 'create', path: 'services/gateway/src/edge/edge.ts' }) ?? '', /exports no create/);
});

test('at least twenty rules have one place each', () => {
  const rows = /## Where is X decided\?[\s\S]*/.exec(document)?.[0].match(/^\| .*\]\(\.\.\/\.\.\/.* \|$/gm) ?? [];
  assert.ok(rows.length >= 20);
  for (const row of rows) assert.equal(linksOf(row).length, 1, row);
  const rules = rows.map((row) => row.split('|')[1]);
  assert.equal(new Set(rules).size, rules.length);
});

test('the picture has every room, and each arrow leads to one before it', () => {
  const picture = /```mermaid\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  const arrows = [...picture.matchAll(/^ +([\w-]+)(?:\[.*\])? --> (.*)$/gm)].flatMap(([, from = '', to = '']) =>
    to.split(' & ').map((each) => [from, each] as const),
  );
  const order = [...names, 'services', 'operator', 'standalone'];
  for (const [from, to] of arrows)
    assert.ok(order.indexOf(to) >= 0 && order.indexOf(from) > order.indexOf(to), `${from} --> ${to}`);
  assert.deepEqual([...new Set(arrows.flat())].sort(), order.sort());
});

test('each room and each folder of a service stands in it', () => {
  for (const name of [...names, ...Object.values(folders as object).flatMap(Object.keys)]) {
    assert.ok(document.includes(`| \`${name}\` |`), name);
  }
});
