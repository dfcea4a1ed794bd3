/** Warnings about the rights page: whether it finds the right user, and whether wallets open it (TS7). Pure. */
import type { Rights } from '@countersign/shared/flow-config/tenant-profile';
import { mayBeShared } from '@countersign/shared/flow-config/unique-claims';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { list, member, pathOf, pathText } from './claim-names.ts';
import type { Warning } from './warning.ts';

export interface RightsCheck {
  readonly rights: Rights | undefined;
  /** Of the presentation configuration that is tried. */
  readonly id: string;
  /** As written. */
  readonly configuration: JsonObject;
  /** The page's URL. */
  readonly page: string;
  /** `support_uri` in the configuration's registration certificate, if there is one. */
  readonly support: string | undefined;
  /** Whether the configuration has a registration certificate. */
  readonly registered: boolean;
}

export function rightsWarnings(check: RightsCheck): readonly Warning[] {
  const { rights } = check;
  if (rights === undefined) return [];
  return [
    ...(rights.presentation === check.id ? claimWarnings(rights, check.configuration) : []),
    ...linkWarnings(check),
  ];
}

function claimWarnings({ from }: Rights, configuration: JsonObject): readonly Warning[] {
  const queries = list(member(configuration, 'dcql_query'), 'credentials').filter(isObject);
  const whole = queries.some((query) => {
    const asked = new Set(list(query, 'claims').map((claim) => JSON.stringify(pathOf(claim))));
    return from.every((path) => asked.has(JSON.stringify(path)));
  });
  const names = from.map(pathText).join(', ');
  const isCommon = mayBeShared(from);
  return [
    ...(whole
      ? []
      : [
          {
            code: 'rights_claim_not_requested' as const,
            pointer: '/dcql_query',
            detail: `No credential query has all claims in rights.from: ${names}`,
          },
        ]),
    ...(isCommon
      ? [{ code: 'rights_claims_common' as const, detail: `Two people may share all claims in rights.from: ${names}` }]
      : []),
  ];
}

function linkWarnings({ registered, support, page }: RightsCheck): readonly Warning[] {
  if (!registered || support === page) return [];
  const detail = `The registration certificate has ${support === undefined ? 'no support_uri' : 'another support_uri'}`;
  return [{ code: 'support_elsewhere', pointer: '/registrationCert/id', detail }];
}
