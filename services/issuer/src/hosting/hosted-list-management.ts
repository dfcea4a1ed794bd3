/** The calls under `/hosted-lists`: each change is checked, signed and published as the next version. */
import {
  type ChangeOfList,
  changeScheme,
  closeList,
  removeEntity,
  writeEntity,
} from '@countersign/european-trust/hosting/hosted-changes';
import { LIST_MEDIA_TYPE } from '@countersign/european-trust/hosting/lote-document';
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { hostedListUrl } from '@countersign/shared/kernel/identifiers';
import type { HostedEntityBody, HostedListBody } from '@countersign/shared/messages/hosted-list';
import { type HostedListVersion, hostedLists, hostedVersionId } from '@countersign/shared/model/tenant/hosted-lists';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { hostedListDetails, hostedListView, hostedVersionView, type Shown } from './hosted-list-view.ts';
import { latestVersion, latestVersions, readVersion } from './hosted-versions.ts';
import { type HostingPlatform, publishVersion } from './publish-version.ts';
import { noSuchList } from './published-list.ts';

export interface HostedListManagement {
  readonly all: Operation;
  readonly get: Operation;
  readonly put: Operation<HostedListBody>;
  readonly close: Operation;
  readonly putEntity: Operation<HostedEntityBody>;
  readonly removeEntity: Operation;
  readonly versions: Operation;
  readonly version: Operation;
}

type Named = Pick<OperationRequest<unknown>, 'tenant' | 'params' | 'client'>;

/** Versions in one response. */
const PAGE = 100;

export function hostedListManagement(platform: HostingPlatform): HostedListManagement {
  const shownOf = (tenant: string, list: string): Shown => ({
    url: hostedListUrl(platform.settings.PUBLIC_URL, tenant, list),
    now: platform.clock(),
  });
  const detailsOf = async (own: TenantStore, version: HostedListVersion) => {
    const { content } = await readVersion(own, version);
    return hostedListDetails(version, content, shownOf(version.tenant, version.list));
  };
  const publish = async ({ tenant, params, client }: Named, change: ChangeOfList, revision: number) => {
    const list = params.list ?? '';
    const by = client === undefined ? {} : { by: client };
    const version = await publishVersion(platform, { tenant, list, change, revision, ...by });
    return { body: await detailsOf(ofTenant(platform.store, tenant), version) };
  };
  const withoutBody = async (request: OperationRequest, change: ChangeOfList) => {
    await latestOf(platform, request);
    return publish(request, change, Number(request.query.revision));
  };
  return {
    all: async ({ tenant }) => {
      const versions = await latestVersions(ofTenant(platform.store, tenant));
      return { body: versions.toReversed().map((one) => hostedListView(one, shownOf(tenant, one.list))) };
    },
    get: async (request) => {
      const { own, version } = await latestOf(platform, request);
      return { body: await detailsOf(own, version) };
    },
    put: (request) => publish(request, changeScheme(request.body), request.body.revision),
    close: (request) => withoutBody(request, closeList),
    putEntity: async (request) => {
      await latestOf(platform, request);
      return publish(request, writeEntity(request.body), request.body.revision);
    },
    removeEntity: (request) => withoutBody(request, removeEntity(request.params.entity ?? '')),
    versions: async (request) => {
      const { own, version } = await latestOf(platform, request);
      const before = request.query.before === undefined ? {} : { below: Number(request.query.before) };
      const query = { index: 'list', equal: [version.list], order: 'descending', limit: PAGE, ...before } as const;
      return { body: (await own.find(hostedLists, query)).documents.map(hostedVersionView) };
    },
    version: async ({ tenant, params: { list = '', number = '' } }) => {
      const own = ofTenant(platform.store, tenant);
      const id = hostedVersionId({ tenant, list, sequenceNumber: Number(number) });
      const version = await own.get(hostedLists, id);
      if (version === undefined) throw noSuchList();
      return { raw: (await readVersion(own, version)).jws, contentType: LIST_MEDIA_TYPE };
    },
  };
}

/** @throws ProtocolError `not_found` */
async function latestOf({ store }: HostingPlatform, { tenant, params: { list = '' } }: Named) {
  const own = ofTenant(store, tenant);
  const version = await latestVersion(own, list);
  if (version === undefined) throw noSuchList();
  return { own, version };
}
