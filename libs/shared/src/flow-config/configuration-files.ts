/** Flow configurations from files: parsed once per version of the file. */
import { basename, join, relative } from 'node:path';
import { cachedUntilEdit } from '../kernel/cached-until-edit.ts';
import { type FieldError, ProtocolError } from '../kernel/errors.ts';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import { ID_PATTERN } from '../kernel/identifiers.ts';
import { isObject, parseJson } from '../kernel/json.ts';
import type { Log } from '../kernel/log.ts';
import { createFileReader, createFolderReader, type FileReader, tenantFolder } from '../kernel/versioned-file.ts';
import type { Settings } from '../settings/settings.ts';
import { type BrokenConfiguration, type FlowKind, findingsOf, isWorking, type Listed, type Sourced } from './listed.ts';

export interface ConfigurationFiles<C extends Sourced> {
  /** The file with that id; undefined if there is no such file. */
  get(tenant: string, id: string): Listed<C> | undefined;
  /** All files of a tenant; the first folder takes precedence. The same array while none has changed. */
  list(tenant: string): readonly Listed<C>[];
}

const IGNORED = 'Configuration file ignored';
const OTHER_ENDING = 'This file is not read: its name must end with .json';
const USED = 'Configuration file has an error, and is used';

export interface ConfigurationFilesParts {
  readonly settings: Pick<Settings, 'PUBLIC_URL' | 'CONFIG_FOLDER'>;
  readonly log: Log;
  /** Edits of the configuration folder; absent: each read asks the file system. */
  readonly edits?: FolderEdits;
}

export function createConfigurationFiles<C extends Sourced>(
  { settings, log, edits }: ConfigurationFilesParts,
  { folders, check }: Pick<FlowKind<C>, 'folders' | 'check'>,
): ConfigurationFiles<C> {
  const readers = new Map<string, FileReader<Listed<C>>>();
  const reported = new Map<string, string>();
  const fileNames = createFolderReader('.json', edits);
  const allNames = createFolderReader('', edits);

  const readerOf = (tenant: string): FileReader<Listed<C>> => {
    const known = readers.get(tenant);
    if (known !== undefined) return known;
    const reader = createFileReader(
      (text, path, version) => parseFile(check, settings.PUBLIC_URL, tenant, text, path, version),
      edits,
    );
    readers.set(tenant, reader);
    return reader;
  };

  /** Logs once per version of a file. */
  const report = (path: string, version: string, errors: readonly FieldError[], message = IGNORED): void => {
    if (reported.get(path) === version) return;
    reported.set(path, version);
    for (const { pointer, detail } of errors) log.warn(message, { file: path, pointer, detail });
  };

  const inFolder = (tenant: string, folder: string, id: string): Listed<C> | undefined => {
    const path = join(tenantFolder(settings.CONFIG_FOLDER, tenant), folder, `${id}.json`);
    const content = readerOf(tenant).read(path);
    if (content === undefined) return undefined;
    const listed: Listed<C> = content.ok ? content.value : { id, source: 'file', errors: unreadable(content.error) };
    if (!isWorking(listed)) {
      report(path, content.version, findingsOf(listed));
      return { ...listed, file: relative(settings.CONFIG_FOLDER, path) };
    }
    if (listed.findings !== undefined) report(path, content.version, listed.findings, USED);
    return listed;
  };

  /** Names that look like a configuration but that nothing reads. */
  const reportOthers = (folder: string): void => {
    for (const name of allNames(folder)) {
      if (!name.endsWith('.json')) report(join(folder, name), 'name', [{ pointer: '', detail: OTHER_ENDING }]);
    }
  };

  /** @param place tenant and id */
  const read = (place: string): Listed<C> | undefined => {
    const [tenant = '', id = ''] = place.split('/');
    return inFolder(tenant, folders[0], id) ?? inFolder(tenant, folders[1], id);
  };
  const cached = cachedUntilEdit(edits, read);

  return {
    get: (tenant, id) => cached(`${tenant}/${id}`),
    list: cachedUntilEdit(edits, (tenant) => {
      const paths = folders.map((folder) => join(tenantFolder(settings.CONFIG_FOLDER, tenant), folder));
      paths.forEach(reportOthers);
      const [first, second] = paths.map(fileNames);
      for (const id of second?.filter((name) => first?.includes(name)) ?? []) {
        const detail = `The file of the same id in ${folders[0]} wins`;
        report(`${tenant}/${folders[1]}/${id}.json`, 'shadowed', [{ pointer: '', detail }]);
      }
      const ids = [...new Set([...(first ?? []), ...(second ?? [])])];
      return ids.flatMap((id) => (ID_PATTERN.test(id) ? (read(`${tenant}/${id}`) ?? []) : badName(id)));
    }),
  };
}

function parseFile<C extends Sourced>(
  check: FlowKind<C>['check'],
  publicUrl: string,
  tenant: string,
  text: string,
  path: string,
  version: string,
): Listed<C> {
  const id = basename(path, '.json');
  const value = parseJson(text);
  if (!isObject(value))
    throw new ProtocolError('invalid_request', 'The file must contain a JSON object', {
      reason: 'flow_configuration_invalid',
    });
  // The file name is the id.
  if (value.id !== undefined && value.id !== id) {
    throw new ProtocolError('invalid_request', 'The id inside the file is not its file name', {
      reason: 'flow_configuration_invalid',
    });
  }
  // Meant for the editor of the file.
  const { $schema: _, ...written } = value;
  return check({ publicUrl, tenant, id, written: { ...written, id }, source: 'file', version });
}

function unreadable(error: unknown): readonly FieldError[] {
  const detail = error instanceof ProtocolError ? error.message : 'The file cannot be read';
  return [{ pointer: '', detail }];
}

function badName<C extends Sourced>(id: string): BrokenConfiguration<C> {
  return { id, source: 'file', errors: [{ pointer: '', detail: 'The file name is not a valid id' }] };
}
