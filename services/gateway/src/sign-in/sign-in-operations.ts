/** The sign-in operations for backends and users. */
import type { Audit } from '@countersign/shared/audit/record';
import type { Operations } from '@countersign/shared/http/message';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Callers } from '../authenticate/callers.ts';
import { createLogin } from '../authenticate/login.ts';
import { createSecretLogin } from '../authenticate/secret-login.ts';
import { consoleLogin, consoleLogout, consoleSession } from './console-login.ts';
import { beginOrganisationLogin, endOrganisationLogin } from './organisation-login.ts';

export function signInOperations(platform: Platform, callers: Callers, audit: Audit): Operations {
  const { settings, clock, random, requirementsOf } = platform;
  const { clientOf, consoleSessions, tenantStatusOf } = callers;
  const secretLogin = createSecretLogin({ ...platform, audit, tenantStatusOf });
  const signIn = { settings, requirementsOf, clientOf, consoleSessions, audit, secretLogin };
  return {
    'gateway.token': createLogin({ ...signIn, clock, random }),
    'gateway.console.login': consoleLogin(signIn),
    'gateway.console.login.begin': beginOrganisationLogin({ ...platform, ...signIn, tenantStatusOf }),
    'gateway.console.login.end': endOrganisationLogin({ ...platform, ...signIn, tenantStatusOf }),
    'gateway.console.session': consoleSession(signIn),
    'gateway.console.logout': consoleLogout(signIn),
  };
}
