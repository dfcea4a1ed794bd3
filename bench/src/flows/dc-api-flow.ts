/**
 * A presentation on a page, through the Digital Credentials API: the backend creates the request, and posts its page's
 * result (docs/learn/dc-api.md).
 */
import { openDigitalRequest } from '@countersign/wallet/presentation/digital-request';
import { encrypt, present } from '@countersign/wallet/presentation/present';
import type { Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { backendHeaders, backendPaths } from '../server/site.ts';
import { inTurn } from './issuance-flow.ts';
import { checkSession, type Presenter } from './presentation-flow.ts';

export const DC_API_STEPS = ['request', 'answer of the page'] as const;
type DcApiStep = (typeof DC_API_STEPS)[number];

/** Id of the presentation configuration. */
export const PAGE_QUESTION = 'bench-page';
export const ORIGIN = 'https://shop.example';

/** Flows of `presenters` in turn; the outcome is the session's id. */
export function dcApiLoad(server: ServerProcess, presenters: readonly Presenter[]): Load<DcApiStep, string> {
  const headers = backendHeaders(server);
  return {
    server,
    steps: DC_API_STEPS,
    flow: async (call, number) => {
      const presenter = inTurn(presenters, number);
      const made = await call('request', 'POST', backendPaths(server).request, 201, {
        headers,
        body: JSON.stringify({ response_type: 'dc-api', requestId: PAGE_QUESTION }),
      });
      const [message] = made.digital.requests;
      const request = openDigitalRequest(message, ORIGIN);
      const vp_token = { pid: [present(presenter.held, request, { audience: `origin:${ORIGIN}` })] };
      const response = encrypt(request, { vp_token }, { ephemeral: presenter.ephemeral });
      const session = await call('answer of the page', 'POST', `/session/${made.session}/dc-api`, 200, {
        headers,
        body: JSON.stringify({ protocol: message.protocol, data: { response } }),
      });
      checkSession(session, presenter);
      return made.session;
    },
  };
}
