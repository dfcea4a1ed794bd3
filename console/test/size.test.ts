/** How much a browser loads for the first page: what `index.html` names, compressed as the gateway sends it. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

/** Compiled to console/dist/test. */
const SITE = resolve(import.meta.dirname, '../../site');
const MOST = 120 * 1024;
const MOST_WITH_EDITOR = 200 * 1000;

function filesOf(html: string): readonly string[] {
  return [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
}

/** The files that one of our files imports directly. */
function importedBy(file: string): readonly string[] {
  const text = readFileSync(join(SITE, file), 'utf8');
  return [...text.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, name]) => `assets/${name}`);
}

test('the first load is at most 120 kB', () => {
  assert.ok(existsSync(join(SITE, 'index.html')), 'npm run build makes it');
  const html = readFileSync(join(SITE, 'index.html'), 'utf8');
  const needed = new Set(filesOf(html));
  const home = readdirSync(join(SITE, 'assets')).filter((name) => /^home-page-.*\.(?:js|css)$/.test(name));
  for (const name of home) needed.add(`assets/${name}`);
  for (const file of needed) if (file.endsWith('.js')) for (const other of importedBy(file)) needed.add(other);
  assert.ok(needed.size >= 3, [...needed].join(', '));
  const bytes = [...needed].reduce((sum, file) => sum + gzipSync(readFileSync(join(SITE, file))).length, 0);
  assert.ok(bytes <= MOST, `${bytes} bytes: ${[...needed].join(', ')}`);
});

/** All scripts that a page may load, in German too, without other pages and without those that are left out. */
function loadedBy(page: string, leftOut: RegExp): ReadonlySet<string> {
  const html = readFileSync(join(SITE, 'index.html'), 'utf8');
  const needed = new Set([...filesOf(html).filter((file) => file.endsWith('.js')), `assets/${page}`]);
  for (const file of needed) {
    const text = readFileSync(join(SITE, file), 'utf8');
    const onDemand = [...text.matchAll(/import\([`"']\.\/([\w.-]+\.js)/g)].map(([, name]) => name ?? '');
    const others = onDemand
      .filter((name) => !/-page-/.test(name) && !leftOut.test(name))
      .map((name) => `assets/${name}`);
    for (const other of [...importedBy(file), ...others]) needed.add(other);
  }
  return needed;
}

test('no page loads more than 120 kB of scripts, in German too, until somebody opens the JSON editor', () => {
  const pages = readdirSync(join(SITE, 'assets')).filter((name) => /-page-.*\.js$/.test(name));
  assert.ok(pages.length > 10);
  for (const page of pages) {
    const files = [...loadedBy(page, /^json-editor-/)];
    assert.ok(
      files.some((file) => /german/.test(file)),
      page,
    );
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(SITE, file))).length, 0);
    assert.ok(bytes <= MOST, `${page}: ${bytes} bytes`);
  }
});

test('the JSON editor loads at most 200 kB of scripts, until a German dry run or the European fields need more', () => {
  const page = readdirSync(join(SITE, 'assets')).find((name) => /^configurations-page-.*\.js$/.test(name)) ?? '';
  const files = [...loadedBy(page, /^(?:german-refusals|german-warnings|european-fields)-/)];
  assert.ok(files.some((file) => /json-editor-/.test(file)));
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(SITE, file))).length, 0);
  assert.ok(bytes <= MOST_WITH_EDITOR, `${bytes} bytes`);
});

test('nothing is inline and nothing comes from another host', () => {
  const html = readFileSync(join(SITE, 'index.html'), 'utf8');
  assert.doesNotMatch(html, /<style|<script(?![^>]*\ssrc=)|\son\w+=|style="|https?:\/\//);
});
