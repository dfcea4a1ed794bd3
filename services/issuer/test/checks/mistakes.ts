/** Requests with one mistake or two: which of them an endpoint reports, and after how many reads of the store. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { OperationReply } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openIssuer, refusal, type World } from '../world.ts';

export interface Sent {
  /** Body, or query of a GET. */
  readonly parameters: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /** The session that it is about. */
  readonly session: string;
}

export interface Mistake {
  readonly name: string;
  readonly code: string;
  /** Reads of the store until the refusal. */
  readonly reads: number;
  /** It changes the session, or its refusal does: the next request begins anew. */
  readonly changes?: true;
  /** What is wrong in the request; two mistakes in one part can't be made at once. Default: the name. */
  readonly part?: string;
  readonly make: (sent: Sent, world: World) => Sent | Promise<Sent>;
}

export interface Endpoint {
  readonly settings?: Readonly<Record<string, string>>;
  /** A request that is right. */
  readonly good: (world: World) => Promise<Sent>;
  /** The same request with what a refusal uses up made anew. */
  readonly renew?: (sent: Sent, world: World) => Sent;
  readonly send: (world: World, sent: Sent) => Promise<OperationReply>;
  /** In the order in which they are found. */
  readonly mistakes: readonly Mistake[];
}

/** A mistake in the parameters: these replace the good ones; undefined leaves one out. */
export function parameters(
  mistake: Omit<Mistake, 'make'>,
  change: Readonly<Record<string, JsonObject[string]>>,
): Mistake {
  return { ...mistake, make: (sent) => ({ ...sent, parameters: { ...sent.parameters, ...change } }) };
}

/** Makes each mistake alone and each two at once, and asserts that the first of them is reported. */
export async function assertOrder(t: TestContext, { settings, good, renew, send, mistakes }: Endpoint): Promise<void> {
  const world = await openIssuer(t, settings);
  let kept: Sent | undefined;
  const refused = async (...made: readonly Mistake[]) => {
    const right = kept ?? (await good(world));
    kept = made.some(({ changes }) => changes) ? undefined : right;
    let sent = renew?.(right, world) ?? right;
    for (const mistake of made) sent = await mistake.make(sent, world);
    const before = world.reads();
    const said = await refusal(send(world, sent));
    return { ...said, reads: world.reads() - before };
  };
  const right = await good(world);
  await send(world, renew?.(right, world) ?? right);
  const alone = new Map<Mistake, Awaited<ReturnType<typeof refused>>>();
  for (const mistake of mistakes) alone.set(mistake, await refused(mistake));
  assert.deepEqual(
    [...alone].map(([{ name }, { code, reads }]) => ({ name, code, reads })),
    mistakes.map(({ name, code, reads }) => ({ name, code, reads })),
  );
  for (const [index, first] of mistakes.entries()) {
    for (const second of mistakes.slice(index + 1)) {
      if ((first.part ?? first.name) === (second.part ?? second.name)) continue;
      assert.deepEqual(await refused(second, first), alone.get(first), `${first.name} before ${second.name}`);
    }
  }
}
