/** The errors that third-party linters find in the API description. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DESCRIPTION, orSkip, provisionNodeTools } from './tools.ts';

interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly where: string;
  readonly message: string;
}

/** Rules that only warn, and why they do. */
const knownWarnings: Readonly<Record<string, string>> = {
  'info-contact': 'Each installation has a contact of its own',
  'operation-description': 'The summary says it',
  'no-ambiguous-paths': 'The paths of the interface are fixed; the most literal one wins',
};

test('Spectral has no error to report', async (t) => {
  const tools = await orSkip(t, provisionNodeTools);
  if (tools === undefined) return;
  const findings = await spectral(tools, readFileSync(DESCRIPTION, 'utf8'));
  assert.deepEqual(unknown(findings), []);
});

test('Redocly has no error to report', async (t) => {
  const tools = await orSkip(t, provisionNodeTools);
  if (tools === undefined) return;
  const findings = await redocly(tools, readFileSync(DESCRIPTION, 'utf8'));
  assert.deepEqual(unknown(findings), []);
});

test('both find what is wrong with a broken document', async (t) => {
  const tools = await orSkip(t, provisionNodeTools);
  if (tools === undefined) return;
  const broken = readFileSync(DESCRIPTION, 'utf8').replace(
    '"operationId": "get_authorize"',
    '"operationId": "get_health"',
  );
  for (const lint of [spectral, redocly]) {
    const errors = (await lint(tools, broken)).filter(({ severity }) => severity === 'error');
    assert.ok(
      errors.some(({ rule }) => /operation-?.*id/i.test(rule)),
      lint.name,
    );
  }
});

function unknown(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ rule, severity }) => severity === 'error' || !(rule in knownWarnings));
}

interface SpectralModule {
  readonly Spectral: new () => {
    setRuleset(ruleset: unknown): void;
    run(document: unknown): Promise<SpectralFinding[]>;
  };
  readonly Document: new (text: string, parser: unknown, source: string) => unknown;
}

interface SpectralFinding {
  readonly code: string;
  readonly severity: number;
  readonly path: readonly string[];
  readonly message: string;
}

async function spectral(tools: string, text: string): Promise<readonly Finding[]> {
  const { Spectral, Document } = (await load(tools, '@stoplight/spectral-core')) as SpectralModule;
  const { oas } = (await load(tools, '@stoplight/spectral-rulesets')) as { oas: unknown };
  const { Yaml } = (await load(tools, '@stoplight/spectral-parsers')) as { Yaml: unknown };
  const linter = new Spectral();
  linter.setRuleset({ extends: [[oas, 'recommended']] });
  const found = await linter.run(new Document(text, Yaml, 'http-api.yaml'));
  return found.map(({ code, severity, path, message }) => ({
    rule: code,
    severity: severity === 0 ? 'error' : 'warn',
    where: path.join('/'),
    message,
  }));
}

interface RedoclyModule {
  createConfig(config: unknown): Promise<unknown>;
  lintFromString(options: unknown): Promise<readonly RedoclyFinding[]>;
}

interface RedoclyFinding {
  readonly ruleId: string;
  readonly severity: string;
  readonly location: readonly { readonly pointer?: string }[];
  readonly message: string;
}

async function redocly(tools: string, source: string): Promise<readonly Finding[]> {
  const { createConfig, lintFromString } = (await load(tools, '@redocly/openapi-core')) as RedoclyModule;
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source, absoluteRef: DESCRIPTION, config });
  return found.map(({ ruleId, severity, location, message }) => ({
    rule: ruleId,
    severity,
    where: location[0]?.pointer ?? '',
    message,
  }));
}

/** A package of the folder, whichever module system it has. */
async function load(tools: string, name: string): Promise<unknown> {
  const file = createRequire(join(tools, 'package.json')).resolve(name);
  const loaded = (await import(pathToFileURL(file).href)) as { readonly default?: object };
  return { ...loaded.default, ...loaded };
}
