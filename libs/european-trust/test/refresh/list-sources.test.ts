import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { conditionsOf, createListSources } from '../../src/refresh/list-sources.ts';
import { makeSigner, URL_OF_LIST } from '../lists/made-lists.ts';
import { configured, TENANT } from './list-server.ts';

const { certificate } = await makeSigner();

async function started(t: Parameters<typeof configured>[0]) {
  const folder = await configured(t, { pem: certificate.toString() });
  const logged: string[] = [];
  const note = (message: string): void => void logged.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  return {
    lists: join(folder, 'trust/lists'),
    sources: createListSources({ settings: { CONFIG_FOLDER: folder }, log }),
    logged,
  };
}

it('the sources of a tenant are files, with the signers beside them', async (t) => {
  const { sources } = await started(t);
  const [one, ...others] = await sources(TENANT);
  assert.deepEqual([one?.source.id, one?.source.url, others.length], ['pid', URL_OF_LIST, 0]);
  assert.deepEqual(one?.source.signers, [certificate.raw.toString('base64')]);
  assert.deepEqual(await sources('another'), []);
});

it('a source that can not be read is none, and is logged once', async (t) => {
  const { lists, sources, logged } = await started(t);
  await writeFile(join(lists, 'broken.json'), '{}');
  assert.deepEqual([(await sources(TENANT)).length, (await sources(TENANT)).length, logged.length], [1, 1, 1]);
  await writeFile(join(lists, 'pid.pem'), 'no certificate');
  assert.deepEqual((await sources(TENANT))[0]?.source.signers, []);
});

it('other signers, another address or another setting are other conditions', async (t) => {
  const { sources } = await started(t);
  const [one] = await sources(TENANT);
  assert.ok(one !== undefined);
  const { source, settings } = one;
  const changed = [
    one,
    { ...one, source: { ...source, signers: [] } },
    { ...one, source: { ...source, url: 'https://other.example' } },
    { ...one, settings: { ...settings, serialisation: 'json' as const } },
    { ...one, settings: { ...settings, acceptSelfPointer: 'off' as const } },
  ];
  assert.equal(new Set(changed.map(conditionsOf)).size, 5);
});
