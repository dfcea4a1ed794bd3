/** `GET /events` and `GET /session/{id}/events`: the checks before a stream starts. */
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { preferredToJson } from '../request/accept.ts';
import { noSuch } from '../request/parameters.ts';

type EventsPlatform = Pick<Platform, 'settings' | 'store'>;

/** Events of the caller's tenant. */
export function tenantEvents({ settings }: EventsPlatform): Operation {
  return async (request) => {
    checkStream(settings, request);
    return {};
  };
}

/** Events of a session of the caller's tenant. */
export function sessionEvents({ settings, store }: EventsPlatform): Operation {
  return async (request) => {
    const { tenant, params } = request;
    if ((await ofTenant(store, tenant).get(sessions, params.sessionId ?? '')) === undefined) throw noSuch('session');
    checkStream(settings, request);
    return {};
  };
}

function checkStream({ EVENTS }: EventsPlatform['settings'], { headers }: OperationRequest): void {
  if (EVENTS === 'off') {
    throw new ProtocolError('not_found', 'This server keeps no events: its setting EVENTS is off', {
      reason: 'events_off',
    });
  }
  if (preferredToJson(headers.accept, ['text/event-stream']) === undefined) {
    throw new ProtocolError('not_acceptable', 'Events are a stream: send the header Accept: text/event-stream', {
      reason: 'events_accept',
    });
  }
}
