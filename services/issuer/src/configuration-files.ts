/** Credential configurations from files: looked at in each request, parsed once per version of the file. */
import { basename, join } from 'node:path';
import { type FieldError, ProtocolError } from '@countersign/shared/errors';
import { ID_PATTERN } from '@countersign/shared/identifiers';
import { isObject, parseJson } from '@countersign/shared/json';
import type { Platform } from '@countersign/shared/runtime/service';
import {
  createFileReader,
  createFolderReader,
  type FileReader,
  tenantFolder,
} from '@countersign/shared/versioned-file';
import { isWorking, type Listed, listConfiguration } from './listed-configuration.ts';

export interface ConfigurationFiles {
  /** The file of that id; undefined where there is none. */
  get(tenant: string, id: string): Listed | undefined;
  /** All files of a tenant, `issuance/` over `credentials/`. */
  list(tenant: string): readonly Listed[];
}

/** Both names are in use; where both folders have an id, the first one wins. */
const FOLDERS = ['issuance', 'credentials'] as const;

export function createConfigurationFiles({ settings, log }: Pick<Platform, 'settings' | 'log'>): ConfigurationFiles {
  const readers = new Map<string, FileReader<Listed>>();
  const reported = new Map<string, string>();
  const fileNames = createFolderReader('.json');

  const readerOf = (tenant: string): FileReader<Listed> => {
    const known = readers.get(tenant);
    if (known !== undefined) return known;
    const reader = createFileReader((text, path, version) =>
      parseFile(settings.PUBLIC_URL, tenant, text, path, version),
    );
    readers.set(tenant, reader);
    return reader;
  };

  /** Once per version of a file: a request that finds it broken again has nothing new to tell. */
  const report = (path: string, version: string, errors: readonly FieldError[]): void => {
    if (reported.get(path) === version) return;
    reported.set(path, version);
    for (const { pointer, detail } of errors) log.warn('Configuration file ignored', { file: path, pointer, detail });
  };

  const inFolder = (tenant: string, folder: string, id: string): Listed | undefined => {
    const path = join(tenantFolder(settings.CONFIG_FOLDER, tenant), folder, `${id}.json`);
    const content = readerOf(tenant).read(path);
    if (content === undefined) return undefined;
    const listed: Listed = content.ok ? content.value : { id, source: 'file', errors: unreadable(content.error) };
    if (!isWorking(listed)) report(path, content.version, listed.errors);
    return listed;
  };

  const get = (tenant: string, id: string): Listed | undefined =>
    inFolder(tenant, FOLDERS[0], id) ?? inFolder(tenant, FOLDERS[1], id);

  return {
    get,
    list(tenant) {
      const [first, second] = FOLDERS.map((folder) =>
        fileNames(join(tenantFolder(settings.CONFIG_FOLDER, tenant), folder)),
      );
      for (const id of second?.filter((name) => first?.includes(name)) ?? []) {
        const detail = 'The file of the same id in issuance wins';
        report(`${tenant}/${FOLDERS[1]}/${id}.json`, 'shadowed', [{ pointer: '', detail }]);
      }
      const ids = [...new Set([...(first ?? []), ...(second ?? [])])];
      return ids.flatMap((id) => (ID_PATTERN.test(id) ? (get(tenant, id) ?? []) : badName(id)));
    },
  };
}

function parseFile(publicUrl: string, tenant: string, text: string, path: string, version: string): Listed {
  const id = basename(path, '.json');
  const value = parseJson(text);
  if (!isObject(value)) throw new ProtocolError('invalid_request', 'The file must hold a JSON object');
  // The file name is the id.
  if (value.id !== undefined && value.id !== id) {
    throw new ProtocolError('invalid_request', 'The id inside the file is not its file name');
  }
  return listConfiguration({ publicUrl, tenant, id, written: { ...value, id }, source: 'file', version });
}

function unreadable(error: unknown): readonly FieldError[] {
  const detail = error instanceof ProtocolError ? error.message : 'The file can not be read';
  return [{ pointer: '', detail }];
}

function badName(id: string): Listed {
  return { id, source: 'file', errors: [{ pointer: '', detail: 'The file name is not a valid id' }] };
}
