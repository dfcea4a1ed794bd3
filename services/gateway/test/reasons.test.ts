import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { reasons } from '../src/reasons.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const GERMAN = join(ROOT, 'console/dist/src/text/reasons');

/** The tables of all packages, by their file. */
async function tables(): Promise<readonly (readonly [file: string, table: object])[]> {
  const services = readdirSync(join(ROOT, 'services')).map((name) => `services/${name}`);
  const files = [...services, 'libs/shared'].flatMap((home) =>
    readdirSync(join(ROOT, home, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('-reasons.ts'))
      .map((name) => join(ROOT, home, 'dist/src', name.replace(/\.ts$/, '.js'))),
  );
  const modules = files.map(async (file): Promise<[string, object]> => [file, await import(file)]);
  return (await Promise.all(modules)).flatMap(([file, module]) =>
    Object.values(module).map((table) => [file, table] as const),
  );
}

/** A full stop inside a name or a number, such as `clients.json` or RFC 9449, 4.1, ends no sentence. */
function areSentences(text: string, most: number): boolean {
  const sentences = text.split(/(?<=\.) /);
  return sentences.length <= most && sentences.every((sentence) => /^[A-Z\d`][^\n]*\.$/.test(sentence));
}

describe('the catalogue of reasons', () => {
  it('has at most two sentences of explanation and three of hint for each reason, each with its full stop', () => {
    for (const [name, { explanation, hint }] of Object.entries(reasons)) {
      assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      assert.ok(areSentences(explanation, 2), `${name}: explanation`);
      assert.ok(areSentences(hint, 3), `${name}: hint`);
    }
  });

  it('has each entry of each table: none is left out, and none hides another of its name', async () => {
    const all = await tables();
    assert.ok(all.length > 40);
    for (const [file, table] of all) {
      for (const [name, entry] of Object.entries(table)) {
        assert.equal(reasons[name as keyof typeof reasons], entry, `${file}: ${name}`);
      }
    }
  });
});

it('every reason has a German explanation and hint in the console, and nothing else has', async () => {
  const { germanReasons } = await import(join(GERMAN, 'german-refusals.js'));
  assert.deepEqual([...germanReasons.keys()].sort(), Object.keys(reasons).sort());
  for (const [name, { explanation, hint }] of germanReasons) {
    assert.match(explanation, /[.)]$/, name);
    assert.match(hint, /[.)]$/, name);
  }
});

it('every warning of a dry run has a German text and hint in the console, and nothing else has', async () => {
  const { germanWarnings } = await import(join(GERMAN, 'german-warnings.js'));
  const { warningHints } = await import(join(ROOT, 'libs/dry-run/dist/src/warnings/warning.js'));
  assert.deepEqual([...germanWarnings.keys()].sort(), Object.keys(warningHints).sort());
  for (const [code, { explanation, hint }] of germanWarnings) {
    assert.match(explanation, /\.$/, code);
    assert.match(hint, /\.$/, code);
  }
});

it('every failed attempt and every end of a webhook has a German text in the console, and nothing else has', async () => {
  const { germanAttempts, germanEnds } = await import(join(GERMAN, 'german-deliveries.js'));
  const texts = join(ROOT, 'services/webhook-dispatcher/dist/src/sending/attempt-text.js');
  const { attemptTexts, reasonTexts } = await import(texts);
  assert.deepEqual([...germanAttempts.keys()].sort(), ['status_refused', ...Object.keys(attemptTexts)].sort());
  assert.deepEqual([...germanEnds.keys()].sort(), Object.keys(reasonTexts).sort());
  for (const [code, { explanation }] of [...germanAttempts, ...germanEnds]) assert.match(explanation, /\.$/, code);
});

it('every stop of a dry run has a German text in the console, by its explanation', async () => {
  const { germanStops } = await import(join(GERMAN, 'german-warnings.js'));
  const { stops } = await import(join(ROOT, 'libs/dry-run/dist/src/flow/stops.js'));
  const explanations = Object.values(stops as Record<string, { readonly explanation: string }>);
  assert.deepEqual(
    [...germanStops.keys()],
    explanations.map(({ explanation }) => explanation),
  );
});

it('every warning about a trust list has a German text', async () => {
  const { germanListWarnings } = await import(join(GERMAN, 'german-refusals.js'));
  const { listWarnings } = await import(join(ROOT, 'libs/european-trust/dist/src/lists/list-warnings.js'));
  assert.deepEqual([...germanListWarnings.keys()].sort(), Object.keys(listWarnings).sort());
});

it('every failed check of a trust list and every failed renewal has a German text and hint', async () => {
  const { germanChecks } = await import(join(GERMAN, 'german-refusals.js'));
  const europe = join(ROOT, 'libs/european-trust/dist/src');
  const { listReasons } = await import(join(europe, 'lists/list-reasons.js'));
  const { registrarReasons } = await import(join(europe, 'registrar/registrar-reasons.js'));
  const { acmeReasons } = await import(join(europe, 'acme/acme-reasons.js'));
  const needed = Object.keys({ ...listReasons, ...registrarReasons, ...acmeReasons });
  assert.deepEqual([...germanChecks.keys()].sort(), needed.sort());
});
