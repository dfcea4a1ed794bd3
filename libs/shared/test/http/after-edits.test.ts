import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { afterEdits } from '../../src/http/after-edits.ts';
import { type Handler, openServer } from '../../src/http/server/server.ts';
import { watchEdits } from '../../src/kernel/folder-edits.ts';

const address = { host: '127.0.0.1', port: 0 };

test('a request that is sent after an edit begins when the edit is counted', {
  skip: process.platform !== 'linux' && 'files are watched on Linux',
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-after-edits-'));
  const edits = watchEdits(folder, { clock: () => 0 });
  t.after(() => {
    edits.close();
    rmSync(folder, { recursive: true });
  });
  assert.ok(edits.covers(join(folder, 'a.json')));
  const counted: Handler = async (_request, response) => void response.end(String(edits.count()));
  const server = await openServer(address, async () => afterEdits(edits, counted));
  t.after(() => server.close(0));
  const ask = async (): Promise<number> => Number(await (await fetch(`http://127.0.0.1:${server.port}`)).text());
  let before = await ask();
  for (let edit = 0; edit < 50; edit += 1) {
    writeFileSync(join(folder, 'a.json'), String(edit));
    const after = await ask();
    assert.ok(after > before, `edit ${edit} was not counted`);
    before = after;
    assert.ok(edits.covers(join(folder, 'a.json')));
  }
  mkdirSync(join(folder, 'issuance'));
  assert.ok((await ask()) > before);
});

/** A promise that the test resolves. */
function signal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('a request is not begun before its edits are known', async (t) => {
  const [arrived, turn] = [signal(), signal()];
  let begun = 0;
  const known = (): Promise<void> => {
    arrived.resolve();
    return turn.promise;
  };
  const handle = afterEdits({ known }, async (_request, response) => {
    begun += 1;
    response.end();
  });
  const server = await openServer(address, async () => handle);
  t.after(() => server.close(0));
  const answer = fetch(`http://127.0.0.1:${server.port}`);
  await arrived.promise;
  assert.equal(begun, 0);
  turn.resolve();
  assert.equal((await answer).status, 200);
  assert.equal(begun, 1);
});

test('a request whose connection has ended while it waited is not begun', async (t) => {
  const [arrived, turn, closed, ended] = [signal(), signal(), signal(), signal()];
  const known = (): Promise<void> => {
    arrived.resolve();
    return turn.promise;
  };
  let begun = 0;
  const handle = afterEdits({ known }, async (_request, response) => {
    begun += 1;
    response.end();
  });
  const server = await openServer(address, async () => async (request, response, closing) => {
    request.once('close', closed.resolve);
    await handle(request, response, closing);
    ended.resolve();
  });
  t.after(() => server.close(0));
  const socket = connect(server.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n123');
  await arrived.promise;
  socket.destroy();
  await closed.promise;
  turn.resolve();
  await ended.promise;
  assert.equal(begun, 0);
});
