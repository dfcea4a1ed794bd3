/**
 * Whether each workspace declares the packages that its sources import, and no others. Pure: manifests and sources in,
 * errors out.
 */
import { importsOf, readSource } from './source-text.mjs';

/**
 * @param workspace `folder`, its `manifest` (package.json), `shipped`: whether its sources run in production, `tools`: names
 *   of packages that it uses without an import, and its sources as `file` (from the folder) and `text`
 * @returns errors as `folder/package.json: what is wrong`
 */
export function declarationFindings({ folder, manifest, shipped, tools = [], sources }) {
  const { dependencies = {}, devDependencies = {}, peerDependencies: optional = {} } = manifest;
  const uses = usesOf(sources, shipped);
  // A package may import its own exports by its name.
  uses.delete(manifest.name);
  const findings = [];
  for (const [name, { inProduction, atOnce }] of uses) {
    if (Object.hasOwn(optional, name)) {
      if (atOnce) findings.push(`${name} may be absent, so load it with import() only when needed`);
      continue;
    }
    const place = Object.hasOwn(dependencies, name) ? 'dependencies' : 'devDependencies';
    if (!Object.hasOwn(dependencies, name) && !Object.hasOwn(devDependencies, name))
      findings.push(`${name} is not declared`);
    else if (inProduction && place !== 'dependencies') findings.push(`${name} runs in production: dependencies`);
    else if (shipped && !inProduction && place === 'dependencies')
      findings.push(`only tests use ${name}: devDependencies`);
  }
  for (const name of Object.keys(dependencies)) {
    if (Object.hasOwn(devDependencies, name)) findings.push(`${name} is declared twice`);
  }
  for (const name of Object.keys(optional)) {
    if (manifest.peerDependenciesMeta?.[name]?.optional !== true) findings.push(`${name} is not marked as optional`);
  }
  for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optional })) {
    if (!uses.has(typedBy(name)) && !tools.includes(name)) findings.push(`nothing uses ${name}`);
  }
  const path = folder === '' ? 'package.json' : `${folder}/package.json`;
  return findings.sort().map((what) => `${path}: ${what}`);
}

/**
 * @returns the packages that are imported: `inProduction`, whether code of production does (types and tests don't run there), and
 *   `atOnce`, whether it does so when it is loaded
 */
function usesOf(sources, shipped) {
  const uses = new Map();
  for (const { file, text } of sources) {
    const runs = shipped && file.startsWith('src/');
    for (const { module, types, lazy } of importsOf(readSource(text))) {
      const name = packageOf(module);
      if (name === undefined) continue;
      const { inProduction, atOnce } = uses.get(name) ?? { inProduction: false, atOnce: false };
      const needed = runs && !types;
      uses.set(name, { inProduction: inProduction || needed, atOnce: atOnce || (needed && !lazy) });
    }
  }
  return uses;
}

function packageOf(module) {
  if (/^(?:\.|\/|node:)/.test(module)) return undefined;
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}

/** `@types/a` is used if `a` is; `@types/a__b` if `@a/b` is. */
function typedBy(name) {
  if (!name.startsWith('@types/')) return name;
  const typed = name.slice('@types/'.length);
  return typed.includes('__') ? `@${typed.replace('__', '/')}` : typed;
}

/**
 * One package has one exact version in all workspaces.
 * @param manifests by their folders
 * @param exceptions names of packages by the folder that has another version of them
 */
export function versionFindings(manifests, exceptions = {}) {
  const versions = new Map();
  const findings = [];
  for (const [folder, { dependencies = {}, devDependencies = {}, peerDependencies = {} }] of Object.entries(
    manifests,
  )) {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies })) {
      const path = folder === '' ? 'package.json' : `${folder}/package.json`;
      if (!/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version))
        findings.push(`${path}: ${name} has no exact version: ${version}`);
      if (exceptions[folder]?.includes(name)) continue;
      const other = versions.get(name) ?? version;
      if (other !== version) findings.push(`${path}: ${name} is ${version} here and ${other} elsewhere`);
      versions.set(name, other);
    }
  }
  return findings;
}
