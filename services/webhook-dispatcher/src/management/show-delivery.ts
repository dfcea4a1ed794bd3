/** `GET deliveries/{deliveryId}`: one delivery with its request, as far as it contains no presented claims. */
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { deliveries } from '@countersign/shared/model/delivery/deliveries';
import { sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { contentsOf, payloadOf } from '../sending/payload.ts';
import { carriesPresentation } from '../sending/payload-type.ts';
import { deliveryView } from './deliveries.ts';

export function showDelivery({ store }: Pick<DispatcherPlatform, 'store'>): Operation {
  return async ({ tenant, params, role }) => {
    const own = ofTenant(store, tenant);
    const delivery = await own.get(deliveries, params.deliveryId ?? '');
    if (delivery === undefined) {
      throw new ProtocolError('not_found', 'There is no such delivery', { reason: 'delivery_unknown' });
    }
    const session = await own.get(sessions, delivery.session);
    const { state, ...payload } = payloadOf(contentsOf(delivery, session));
    // The backend's string may name a person.
    const isHidden = role === 'viewer' && state !== undefined;
    const withheld = [
      ...(carriesPresentation(delivery.type, session?.presentation) ? ['credentials'] : []),
      ...(isHidden ? ['state'] : []),
    ];
    const { id, target } = delivery;
    return {
      body: {
        session: delivery.session,
        ...deliveryView(delivery),
        request: {
          method: 'POST',
          target,
          headers: { 'content-type': 'application/json', 'webhook-id': id },
          payload: state === undefined || isHidden ? payload : { ...payload, state },
          withheld,
        },
      },
    };
  };
}
