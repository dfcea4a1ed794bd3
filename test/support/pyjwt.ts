/** PyJWT, a third-party verifier, pinned by checksum and stored in the engines' cache. */
import type { TestContext } from 'node:test';
import { findPython, installOnce, installWheels, runCommand, versioned } from '../engines/provision.ts';

const WHEELS = 'pyjwt.txt';

/** Reads the token of the first argument with the set of keys of the second one, in which it looks by `kid`. */
const DECODE = `
import json, sys, jwt
token, keys = sys.argv[1], json.loads(sys.argv[2])
key = jwt.PyJWKSet.from_dict(keys)[jwt.get_unverified_header(token)['kid']]
print(json.dumps(jwt.decode(token, key, algorithms=['ES256'])))
`;

export type DecodeByKid = (token: string, keys: object) => Promise<unknown>;

/** Without Python or its packages the test is skipped, on a build server it fails. */
export async function pyjwt(t: TestContext): Promise<DecodeByKid | undefined> {
  try {
    const python = await findPython();
    const folder = await installOnce(versioned(`pyjwt-${python.tag}`, [WHEELS]), (part) =>
      installWheels(python, WHEELS, part),
    );
    const env = { PYTHONPATH: folder, PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1' };
    return async (token, keys) =>
      JSON.parse(await runCommand(python.file, ['-c', DECODE, token, JSON.stringify(keys)], { env })) as unknown;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    t.skip((error as Error).message);
    return undefined;
  }
}
