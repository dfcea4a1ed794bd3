/** The page of one tenant: its facts, suspension and erasure, and its clients. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Link } from '../../parts/link.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { isPlatform } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { tenantTexts } from '../../text/tenants.ts';
import { ClientsSection } from './clients.tsx';
import { Erasure, ReceiptSection, TenantFacts } from './facts.tsx';
import { TenantLife } from './life.tsx';
import { pathOfTenant, type Tenant } from './tenant.ts';
import { OwnTenant } from './tenants-page.tsx';

/** Milliseconds between two reads of an erasure. Each read is in the audit log. */
const EVERY = 5000;

export function TenantPage({ parameters: { id = '' } }: PageParameters): JSX.Element {
  return isPlatform.value ? <OneTenant key={id} id={id} /> : <OwnTenant />;
}

function OneTenant({ id }: { readonly id: string }): JSX.Element {
  const said = tenantTexts();
  const tenant = useLoaded((signal) => call<Tenant>('GET', pathOfTenant(id), { signal }));
  const isErasing = tenant.value.value?.state === 'erasing';
  useEffect(() => {
    if (!isErasing) return;
    const timer = setInterval(() => document.hidden || void tenant.reload(), EVERY);
    return () => clearInterval(timer);
  }, [isErasing, tenant]);
  return (
    <Page title={said.tenant(id)} lead={<Link to="/tenants">{said.back}</Link>}>
      <Show of={tenant}>{(value) => <PresentTenant tenant={value} onChanged={tenant.set} />}</Show>
    </Page>
  );
}

interface PresentTenantProps {
  readonly tenant: Tenant;
  readonly onChanged: (tenant: Tenant) => void;
}

export function PresentTenant({ tenant, onChanged }: PresentTenantProps): JSX.Element {
  const { id, state, receipt } = tenant;
  return (
    <>
      <Section title={tenantTexts().state} actions={<TenantLife tenant={tenant} onChanged={onChanged} />}>
        <div aria-live="polite">
          <TenantFacts tenant={tenant} />
        </div>
      </Section>
      <Erasure tenant={tenant} />
      {receipt === undefined ? null : <ReceiptSection receipt={receipt} />}
      {state === 'active' || state === 'suspended' ? <ClientsSection tenant={id} /> : null}
    </>
  );
}
