/** THE table of pages: address, title, who may see it, and its code, which is loaded when the page is opened. */
import type { ComponentType } from 'preact';
import type { PageParameters } from './parts/page.tsx';
import type { Role } from './state/session.ts';
import type { pageTitles } from './text/shell.ts';

export interface PageRow {
  /** Below `/console`; `{name}` is a parameter. */
  readonly path: string;
  readonly title: keyof ReturnType<typeof pageTitles>;
  readonly role: Role;
  /** Group of the navigation; a page without one is reached from another page. */
  readonly group?: 'flows' | 'setup' | 'operation';
  readonly load: () => Promise<ComponentType<PageParameters>>;
}

export const pages: readonly PageRow[] = [
  {
    path: '/',
    title: 'home',
    role: 'viewer',
    group: 'flows',
    load: async () => (await import('./pages/home/home-page.tsx')).HomePage,
  },
  {
    path: '/issue',
    title: 'issue',
    role: 'operator',
    group: 'flows',
    load: async () => (await import('./pages/issue/issue-page.tsx')).IssuePage,
  },
  {
    path: '/verify',
    title: 'verify',
    role: 'operator',
    group: 'flows',
    load: async () => (await import('./pages/verify/verify-page.tsx')).VerifyPage,
  },
  {
    path: '/sessions',
    title: 'sessions',
    role: 'viewer',
    group: 'flows',
    load: async () => (await import('./pages/sessions/sessions-page.tsx')).SessionsPage,
  },
  {
    path: '/sessions/{id}',
    title: 'session',
    role: 'viewer',
    load: async () => (await import('./pages/session/session-page.tsx')).SessionPage,
  },
  {
    path: '/configurations',
    title: 'configurations',
    role: 'viewer',
    group: 'setup',
    load: async () => (await import('./pages/configurations/configurations-page.tsx')).ConfigurationsPage,
  },
  {
    path: '/logins',
    title: 'logins',
    role: 'viewer',
    group: 'setup',
    load: async () => (await import('./pages/logins/logins-page.tsx')).LoginsPage,
  },
  {
    path: '/webhooks',
    title: 'webhooks',
    role: 'viewer',
    group: 'setup',
    load: async () => (await import('./pages/webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  {
    path: '/status-lists',
    title: 'statusLists',
    role: 'viewer',
    group: 'operation',
    load: async () => (await import('./pages/status-lists/status-lists-page.tsx')).StatusListsPage,
  },
  {
    path: '/keys',
    title: 'keys',
    role: 'admin',
    group: 'operation',
    load: async () => (await import('./pages/keys/keys-page.tsx')).KeysPage,
  },
  {
    path: '/trust-lists',
    title: 'trustLists',
    role: 'viewer',
    group: 'operation',
    load: async () => (await import('./pages/trust-lists/trust-lists-page.tsx')).TrustListsPage,
  },
  {
    path: '/audit',
    title: 'audit',
    role: 'admin',
    group: 'operation',
    load: async () => (await import('./pages/audit/audit-page.tsx')).AuditPage,
  },
  {
    path: '/tenants',
    title: 'tenants',
    role: 'admin',
    group: 'operation',
    load: async () => (await import('./pages/tenants/tenants-page.tsx')).TenantsPage,
  },
  {
    path: '/tenants/{id}',
    title: 'tenant',
    role: 'admin',
    load: async () => (await import('./pages/tenants/tenant-page.tsx')).TenantPage,
  },
  {
    path: '/settings',
    title: 'settings',
    role: 'admin',
    group: 'operation',
    load: async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage,
  },
];

export interface FoundPage {
  readonly row: PageRow;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The page at an address, if any. */
export function findPage(path: string): FoundPage | undefined {
  for (const row of pages) {
    const parameters = matchPath(row.path, path);
    if (parameters !== undefined) return { row, parameters };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? '';
    if (part.startsWith('{')) {
      const value = decoded(segment);
      if (value === undefined || value === '') return undefined;
      parameters[part.slice(1, -1)] = value;
    } else if (part !== segment) return undefined;
  }
  return parameters;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
