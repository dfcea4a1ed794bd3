import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createAuthority, createLeaf } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { certificateHost } from '../../src/crypto/x509.ts';
import { createOutbound, type Lookup, type OutboundOptions, type OutboundRequest } from '../../src/http/outbound.ts';
import { OutboundError } from '../../src/http/outbound-error.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { tlsServer } from './server/tls-server.ts';

const LOOPBACK = ['127.0.0.0/8', '::1'];

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function httpPort(t: TestContext, listener: RequestListener): Promise<number> {
  return listen(t, createServer(listener));
}

async function rawPort(t: TestContext, answer: (socket: Socket) => void): Promise<number> {
  return listen(
    t,
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    }),
  );
}

function ask(url: string, options: Partial<OutboundOptions> = {}, request: Partial<OutboundRequest> = {}) {
  const outbound = createOutbound({ allow: LOOPBACK, ...options });
  return outbound.request({ url, method: 'GET', maxBytes: 1000, timeout: 5000, ...request });
}

async function refused(code: string, answer: Promise<unknown>): Promise<void> {
  await assert.rejects(answer, (error) => {
    assert.ok(error instanceof OutboundError, String(error));
    assert.equal(error.code, code);
    return true;
  });
}

const resolvesTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('a named target gets method, headers and body, and its answer comes back whole', async (t) => {
  let got: IncomingMessage | undefined;
  let body = '';
  const port = await httpPort(t, async (request, response) => {
    got = request;
    for await (const chunk of request) body += chunk;
    response.writeHead(201, { 'X-Two': ['a', 'b'] }).end('answer');
  });
  const headers = { 'content-type': 'application/json', 'x-key': 'v' };
  const answer = await ask(`http://127.0.0.1:${port}/p?q=1`, {}, { method: 'POST', headers, body: '{}' });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers['x-two'], 'a, b');
  assert.equal(answer.body.toString(), 'answer');
  assert.equal(body, '{}');
  assert.deepEqual([got?.method, got?.url, got?.headers['x-key']], ['POST', '/p?q=1', 'v']);
  assert.equal(got?.headers['accept-encoding'], 'identity');
  assert.equal(got?.headers.connection, 'close');
});

/** Hosts that reach this machine or a metadata service, in every known spelling. */
const SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0x7f.1',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '127.127.127.127',
  '%31%32%37.0.0.1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[fc00::1]',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '255.255.255.255',
];

test('no spelling of a forbidden address is connected to', async (t) => {
  let connections = 0;
  const server = createServer();
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(t, server);
  // A connection to any other machine would be wrong as well.
  const dial = (): Socket => {
    connections += 1;
    return connect(port, '127.0.0.1');
  };
  assert.ok(SPELLINGS.length >= 30);
  for (const host of SPELLINGS) await refused('address', ask(`https://${host}:${port}/`, { allow: [], dial }));
  assert.equal(connections, 0);
});

test('no name that leads inside is connected to', async (t) => {
  let connections = 0;
  const server = createServer();
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(t, server);
  for (const host of ['localhost', 'localhost.', 'LOCALHOST']) {
    await refused('address', ask(`https://${host}:${port}/`, { allow: [] }));
  }
  for (const address of ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', 'fe80::1%eth0', '::ffff:127.0.0.1']) {
    const inside = { allow: [], lookup: resolvesTo(address) };
    await refused('address', ask(`https://inside.example:${port}/`, inside));
    // One good address among them changes nothing.
    const mixed = { allow: [], lookup: resolvesTo('1.1.1.1', address) };
    await refused('address', ask(`https://mixed.example:${port}/`, mixed));
  }
  assert.equal(connections, 0);
});

test('a socket that ends up at a forbidden address is closed before a byte is sent', async (t) => {
  let bytes = 0;
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
  });
  const port = await listen(t, server);
  const dialed: Socket[] = [];
  const dial = (): Socket => {
    const socket = connect(port, '127.0.0.1');
    dialed.push(socket);
    return socket;
  };
  const options = { allow: [], lookup: resolvesTo('1.1.1.1'), dial };
  await refused('address', ask(`https://rebound.example:${port}/`, options));
  assert.equal(dialed.length, 1);
  assert.ok(dialed[0]?.destroyed);
  assert.equal(bytes, 0);
});

test('a name is resolved once: the connection uses the checked address', async (t) => {
  const port = await httpPort(t, (_, response) => response.end('ok'));
  let lookups = 0;
  const lookup: Lookup = async () => {
    lookups += 1;
    return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  };
  const answer = await ask(`http://rebinding.example:${port}/`, { allow: ['127.0.0.1'], lookup });
  assert.equal(answer.status, 200);
  assert.equal(lookups, 1);
});

test('a named host may resolve inside; with a port only at that port', async (t) => {
  const port = await httpPort(t, (_, response) => response.end('ok'));
  const lookup = resolvesTo('127.0.0.1');
  for (const allow of [['backend'], [`backend:${port}`], ['127.0.0.0/8'], [`127.0.0.1:${port}`]]) {
    assert.equal((await ask(`http://backend:${port}/`, { allow, lookup })).status, 200, allow.join());
  }
  for (const allow of [['127.0.0.1:1'], ['10.0.0.0/8']]) {
    await refused('address', ask(`http://backend:${port}/`, { allow, lookup }));
  }
  for (const allow of [['backend:1'], ['other']]) {
    await refused('scheme', ask(`http://backend:${port}/`, { allow, lookup }));
    await refused('address', ask(`https://backend:${port}/`, { allow, lookup }));
  }
});

test('http is allowed for named targets only; other schemes, user names and broken URLs for none', async () => {
  const lookup = resolvesTo('1.1.1.1');
  await refused('scheme', ask('http://public.example/', { allow: [] }));
  await refused('scheme', ask('http://public.example/', { allow: ['other'], lookup }));
  for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'gopher://127.0.0.1/', 'data:,x', 'javascript:1']) {
    await refused('scheme', ask(url));
  }
  const broken = [
    '',
    'nonsense',
    'http://',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://256.1.1.1/',
  ];
  for (const url of [...broken, 'http://u:p@127.0.0.1/', 'http://u@127.0.0.1/']) await refused('url', ask(url));
});

test('a redirect is returned, not followed', async (t) => {
  const paths: (string | undefined)[] = [];
  const port = await httpPort(t, (request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/inside' }).end();
  });
  const answer = await ask(`http://127.0.0.1:${port}/`);
  assert.equal(answer.status, 302);
  assert.deepEqual(paths, ['/']);
});

test('https needs a certificate for the name, of a trusted authority', async (t) => {
  const { server, ca } = await tlsServer('https://good.example', (request, response) => {
    response.end(request.headers.host);
  });
  const port = await listen(t, server);
  server.on('tlsClientError', () => undefined);
  const lookup = resolvesTo('127.0.0.1');
  const answer = await ask(`https://good.example.:${port}/`, { ca, lookup });
  assert.equal(answer.body.toString(), `good.example.:${port}`);
  await refused('tls', ask(`https://other.example:${port}/`, { ca, lookup }));
  await refused('tls', ask(`https://127.0.0.1:${port}/`, { ca }));
  await refused('tls', ask(`https://good.example:${port}/`, { lookup }));
  const plain = await httpPort(t, (_, response) => response.end());
  await refused('tls', ask(`https://127.0.0.1:${plain}/`));
});

test('a client certificate is shown to a server that asks for it', async (t) => {
  const [authorityKeys, keys] = [generateKeyPair(), generateKeyPair()];
  const now = Date.now();
  const host = certificateHost('https://client.example');
  const common = {
    notBefore: now - 3_600_000,
    notAfter: now + 3_600_000,
    tenant: 'client',
    host,
    random: systemRandom,
  };
  const clientCa = await createAuthority({ ...common, keys: authorityKeys });
  const authority = { certificate: clientCa, privateKey: authorityKeys.privateKey };
  const certificate = await createLeaf({ ...common, publicKey: keys.publicKey, authority });
  const key = String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const asking = { requestCert: true, rejectUnauthorized: true, ca: clientCa };
  const { server, ca } = await tlsServer('https://good.example', (_, response) => response.end('known'), asking);
  server.on('tlsClientError', () => undefined);
  const port = await listen(t, server);
  const options = { ca, lookup: resolvesTo('127.0.0.1') };
  const url = `https://good.example:${port}/`;
  const answer = await ask(url, options, { clientCertificate: { certificate, key } });
  assert.equal(answer.body.toString(), 'known');
  await assert.rejects(ask(url, options), OutboundError);
});

test('a body has its limit, announced or not', async (t) => {
  const announced = await httpPort(t, (_, response) => response.end('x'.repeat(1001)));
  const endless = await httpPort(t, (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(400)));
    };
    response.on('drain', more);
    more();
  });
  const exact = await httpPort(t, (_, response) => response.end('x'.repeat(1000)));
  await refused('too_large', ask(`http://127.0.0.1:${announced}/`));
  await refused('too_large', ask(`http://127.0.0.1:${endless}/`));
  assert.equal((await ask(`http://127.0.0.1:${exact}/`)).body.length, 1000);
});

test('headers have their limit', async (t) => {
  const port = await rawPort(t, (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`));
  await refused('too_large', ask(`http://127.0.0.1:${port}/`));
});

test('compressed answers are refused unread', async (t) => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const port = await httpPort(t, (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  await refused('encoding', ask(`http://127.0.0.1:${port}/`, {}, { maxBytes: 100_000 }));
});

test('the content type is what was asked for', async (t) => {
  const port = await httpPort(t, ({ url }, response) => {
    response.writeHead(url === '/error' ? 500 : 200, { 'content-type': 'Application/JSON; charset=utf-8' }).end('{}');
  });
  const accept = ['application/json'];
  assert.equal((await ask(`http://127.0.0.1:${port}/`, {}, { accept })).status, 200);
  await refused('content_type', ask(`http://127.0.0.1:${port}/`, {}, { accept: ['application/jwt'] }));
  assert.equal((await ask(`http://127.0.0.1:${port}/error`, {}, { accept: ['application/jwt'] })).status, 500);
});

test('several media types are requested by their order, and any of them is accepted', async (t) => {
  const headers: (string | undefined)[] = [];
  const port = await httpPort(t, (request, response) => {
    headers.push(request.headers.accept);
    response.writeHead(200, { 'content-type': request.url?.slice(1).replace('-', '/') }).end('{}');
  });
  const accept = ['a/one', 'a/two', 'a/three'];
  for (const type of accept) await ask(`http://127.0.0.1:${port}/${type.replace('/', '-')}`, {}, { accept });
  await refused('content_type', ask(`http://127.0.0.1:${port}/a-four`, {}, { accept }));
  assert.deepEqual([...new Set(headers)], ['a/one, a/two;q=0.9, a/three;q=0.8']);
});

test('the time limit covers silence, slow headers, slow bodies and slow names', async (t) => {
  const silent = await rawPort(t, () => undefined);
  const headers = await rawPort(t, (socket) => socket.write('HTTP/1.1 200 OK\r\nx: '));
  const body = await rawPort(t, (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nx'));
  for (const port of [silent, headers, body]) {
    await refused('timeout', ask(`http://127.0.0.1:${port}/`, {}, { timeout: 60 }));
    await refused('timeout', ask(`https://127.0.0.1:${silent}/`, {}, { timeout: 60 }));
  }
  const lookup: Lookup = () => new Promise(() => undefined);
  await refused('timeout', ask('https://slow.example/', { lookup }, { timeout: 60 }));
  // A connection that is never established.
  const sockets: Socket[] = [];
  const dial = (): Socket => {
    const socket = new Socket();
    sockets.push(socket);
    return socket;
  };
  await refused('timeout', ask(`http://127.0.0.1:${silent}/`, { dial }, { timeout: 60 }));
  assert.ok(sockets[0]?.destroyed);
});

test('a caller can abort', async (t) => {
  const port = await rawPort(t, () => undefined);
  const stop = new AbortController();
  const answer = ask(`http://127.0.0.1:${port}/`, {}, { signal: stop.signal });
  setImmediate(() => stop.abort());
  await refused('aborted', answer);
  await refused('aborted', ask(`http://127.0.0.1:${port}/`, {}, { signal: stop.signal }));
});

test('each failure has its code', async (t) => {
  const free = createTcpServer();
  const port = await new Promise<number>((resolve) => {
    free.listen(0, '127.0.0.1', () => resolve((free.address() as AddressInfo).port));
  });
  await new Promise((resolve) => free.close(resolve));
  await refused('refused', ask(`http://127.0.0.1:${port}/`));
  const failing: Lookup = async () => {
    throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
  };
  await refused('dns', ask('https://nowhere.example/', { lookup: failing }));
  await refused('dns', ask('https://nowhere.example/', { lookup: resolvesTo() }));
  const closing = await rawPort(t, (socket) => socket.end());
  await refused('closed', ask(`http://127.0.0.1:${closing}/`));
  const cut = await rawPort(t, (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nx'));
  await refused('closed', ask(`http://127.0.0.1:${cut}/`));
  const garbage = await rawPort(t, (socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
  await refused('protocol', ask(`http://127.0.0.1:${garbage}/`));
});

test('an answer in tiny pieces is refused, however few bytes it has', async (t) => {
  const chunks = `1\r\nx\r\n`.repeat(5000);
  const port = await rawPort(t, (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`),
  );
  await refused('too_large', ask(`http://127.0.0.1:${port}/`, {}, { maxBytes: 1_000_000 }));
});
