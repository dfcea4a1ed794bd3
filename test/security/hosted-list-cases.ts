/** For the matrix of tenants: how the calls for published trust lists refer to documents. */
import { hostedEntity, hostedList, type TenantIds } from '../support/tenant-ids.ts';

interface Named {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export const hostedListCases: Readonly<Record<string, (ids: TenantIds) => readonly Named[]>> = {
  'issuer.published-list': ({ hosted: list }) => [{ params: { list } }],
  'issuer.hosted-list.get': ({ hosted: list }) => [{ params: { list } }],
  'issuer.hosted-list.put': ({ hosted: list }) => [{ params: { list }, body: hostedList(5) }],
  'issuer.hosted-list.close': ({ hosted: list }) => [{ params: { list }, query: { revision: '2' } }],
  'issuer.hosted-list.entity.put': ({ hosted: list, pem }) => [
    { params: { list }, body: { ...hostedEntity(pem), revision: 2 } },
  ],
  'issuer.hosted-list.entity.delete': ({ hosted: list }) => [
    { params: { list, entity: 'ministry' }, query: { revision: '2' } },
  ],
  'issuer.hosted-list.versions': ({ hosted: list }) => [{ params: { list } }],
  'issuer.hosted-list.version': ({ hosted: list }) => [{ params: { list, number: '1' } }],
};
