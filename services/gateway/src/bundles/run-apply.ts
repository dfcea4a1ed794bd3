/**
 * Performs what a stored apply decided: all its writes, or none of them. Each write can be repeated, so whoever
 * continues after a crash starts from the first one. If a write is refused, those before it are taken back.
 */
import { onBehalfOf } from '@countersign/shared/http/message';
import { asProtocolError, ProtocolError } from '@countersign/shared/kernel/errors';
import { parseJson } from '@countersign/shared/kernel/json';
import { errorFields } from '@countersign/shared/kernel/log-error';
import {
  type ConfigurationApplyDocument,
  configurationApplies,
  configurationApplyContext,
} from '@countersign/shared/model/tenant/configuration-applies';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { PartCall } from '../transfer/part-table.ts';
import type { OwnedBundle, StoredOwned } from './owned.ts';
import type { Step } from './steps.ts';

export interface RunParts extends Pick<Platform, 'store' | 'vaults' | 'clock' | 'call' | 'log'> {
  readonly owned: StoredOwned;
}

/** What a stored apply has, encrypted. */
export interface ApplyContent {
  readonly bundle: string;
  /** Of the call that decided it. */
  readonly request: string;
  readonly steps: readonly Step[];
  /** What the bundle owns afterwards. */
  readonly after: Omit<OwnedBundle, 'appliedAt'>;
}

export type Applied =
  | { readonly state: 'applied' }
  /** `key`: the object whose write was refused. */
  | { readonly state: 'undone'; readonly key: string; readonly error: ProtocolError }
  /** Another replica continues it, or something can't be reached now. */
  | { readonly state: 'pending' };

/** Milliseconds without a sign of life after which another replica continues. */
export const LEASE = 6000;
/** After so many attempts an apply that can't be completed is taken back. */
const MOST_ATTEMPTS = 20;

class TakenOver extends Error {
  override readonly name = 'TakenOver';
}

interface Run {
  readonly parts: RunParts;
  readonly content: ApplyContent;
  document: ConfigurationApplyDocument;
}

/** @param document as just written by this process, which holds it until `due` */
export async function runApply(parts: RunParts, document: ConfigurationApplyDocument): Promise<Applied> {
  const vault = await parts.vaults.of(document.tenant);
  const text = vault.open(document.text, configurationApplyContext(document.tenant));
  const run: Run = { parts, document, content: parseJson(text) as unknown as ApplyContent };
  try {
    return run.document.phase === 'applying' ? await applyAll(run) : await undoAll(run);
  } catch (error) {
    if (error instanceof TakenOver) return { state: 'pending' };
    const { tenant, attempts } = run.document;
    parts.log.warn('a bundle is not applied completely yet', {
      service: 'gateway',
      tenant,
      count: attempts,
      ...errorFields(error),
    });
    return { state: 'pending' };
  }
}

async function applyAll(run: Run): Promise<Applied> {
  for (const { key, write } of run.content.steps) {
    const refusal = await refusalOf(run, write);
    if (refusal === undefined) continue;
    await prolong(run, { phase: 'undoing' });
    return undoAll(run, { key, error: refusal });
  }
  const { bundle, after } = run.content;
  const appliedAt = run.parts.clock();
  await run.parts.owned.change(run.document.tenant, ({ bundles }) => ({
    bundles: { ...bundles, [bundle]: { ...after, appliedAt } },
  }));
  await remove(run);
  return { state: 'applied' };
}

/** What was never written needs no undo, but that isn't known after a crash, and an undo changes nothing then. */
async function undoAll(run: Run, cause?: { readonly key: string; readonly error: ProtocolError }): Promise<Applied> {
  const { parts, document } = run;
  for (const { key, undo } of [...run.content.steps].reverse()) {
    const refusal = await refusalOf(run, undo);
    if (refusal !== undefined) {
      const fields = { service: 'gateway', tenant: document.tenant, configuration: key, ...errorFields(refusal) };
      parts.log.error('a write of a refused bundle could not be taken back', fields);
    }
  }
  await remove(run);
  const gone = new ProtocolError('temporarily_unavailable', 'The bundle could not be written', {
    reason: 'internal_error',
  });
  return { state: 'undone', ...(cause ?? { key: '', error: gone }) };
}

/** @returns why the service refuses; undefined if it is done @throws what may pass: the call is repeated later */
async function refusalOf(run: Run, { operation, params, body }: PartCall): Promise<ProtocolError | undefined> {
  const { parts, document, content } = run;
  await keep(run);
  const asked = { method: 'POST', params, repeatable: true } as const;
  const cause = { id: content.request, tenant: document.tenant } as const;
  try {
    await parts.call(
      operation,
      onBehalfOf({ ...cause, ...NOTHING }, body === undefined ? asked : { ...asked, body, encoding: 'json' }),
    );
    return undefined;
  } catch (error) {
    const known = asProtocolError(error);
    // It was removed before, by this apply or by somebody else.
    if (body === undefined && known.code === 'not_found') return undefined;
    if (known.status < 500 && known.status !== 429) return known;
    if (document.attempts >= MOST_ATTEMPTS && document.phase === 'applying') return known;
    throw error;
  }
}

const NOTHING = {
  method: 'POST',
  url: '',
  params: {},
  query: {},
  headers: {},
  body: undefined,
  encoding: 'none',
} as const;

/** Tells other replicas that this one continues. */
async function keep(run: Run): Promise<void> {
  if (run.document.due - run.parts.clock() < LEASE / 2) await prolong(run, {});
}

/** @throws TakenOver */
async function prolong(run: Run, change: Partial<Pick<ConfigurationApplyDocument, 'phase'>>): Promise<void> {
  const { store, clock } = run.parts;
  const next = { ...run.document, ...change, due: clock() + LEASE };
  const stored = await ofTenant(store, next.tenant).replace(configurationApplies, next);
  if (stored === undefined) throw new TakenOver();
  run.document = stored;
}

async function remove(run: Run): Promise<void> {
  const { store } = run.parts;
  if (!(await ofTenant(store, run.document.tenant).delete(configurationApplies, run.document))) throw new TakenOver();
}
