/** Hosted lists in an export and an import: each whole, with its scheme and entities, without its versions. */
import { replaceList } from '@countersign/european-trust/hosting/hosted-changes';
import type { HostedContent, HostedService } from '@countersign/european-trust/hosting/hosted-content';
import { pemChain } from '@countersign/shared/crypto/certificate-chain';
import type { Operation } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { WholeHostedList } from '@countersign/shared/messages/hosted-list';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { latestVersion, latestVersions, readVersion } from './hosted-versions.ts';
import { type HostingPlatform, publishVersion } from './publish-version.ts';

export interface HostedListTransfer {
  /** For an export: every list that is not closed. */
  readonly whole: Operation;
  readonly put: Operation<WholeHostedList>;
  /** For an import: what `put` would report; returns `{findings}`. */
  readonly check: Operation<WholeHostedList>;
}

export function hostedListTransfer(platform: HostingPlatform): HostedListTransfer {
  return {
    whole: async ({ tenant }) => {
      const own = ofTenant(platform.store, tenant);
      const shown: JsonObject[] = [];
      for (const version of (await latestVersions(own)).toReversed()) {
        const { content } = await readVersion(own, version);
        if (content.closed !== true) shown.push({ id: version.list, source: 'api', ...wholeOf(content) });
      }
      return { body: shown };
    },
    put: async ({ tenant, body, client }) => {
      const by = client === undefined ? {} : { by: client };
      await publishVersion(platform, { tenant, list: body.id, change: replaceList(body), ...by });
      return { body: {} };
    },
    check: async ({ tenant, body }) => {
      const own = ofTenant(platform.store, tenant);
      const last = await latestVersion(own, body.id);
      const before = last && (await readVersion(own, last)).content;
      const result = replaceList(body)(before, platform.clock());
      return { body: { findings: 'findings' in result ? [...result.findings] : [] } };
    },
  };
}

function wholeOf({ scheme: { nextSigners, ...scheme }, entities }: HostedContent): JsonObject {
  return {
    ...scheme,
    ...(nextSigners.length === 0 ? {} : { nextSigners: pemChain(nextSigners) }),
    entities: entities.map(({ services, ...entity }) => ({ ...entity, services: services.map(serviceOf) })),
  };
}

function serviceOf({ certificates, statuses, ...service }: HostedService): JsonObject {
  const [present] = statuses ?? [];
  return {
    ...service,
    certificates: pemChain(certificates.map(({ val }) => val)),
    ...(present === undefined ? {} : { status: present.status }),
  };
}
