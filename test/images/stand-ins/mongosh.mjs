/**
 * `create PORT`: creates the user in the environment. Anything else: asks the server with that user whether it runs.
 */
import { MongoClient } from 'mongodb';

const { MONGO_INITDB_ROOT_USERNAME: user, MONGO_INITDB_ROOT_PASSWORD: pwd } = process.env;
const [command, port] = process.argv.slice(2);
const create = command === 'create';
const address = create ? `mongodb://127.0.0.1:${port}` : `mongodb://${user}:${pwd}@127.0.0.1:27017/?authSource=admin`;
const client = new MongoClient(address, { serverSelectionTimeoutMS: create ? 30_000 : 3000 });
const database = client.db('admin');
await database.command({ ping: 1 });
if (create) await database.command({ createUser: user, pwd, roles: ['root'] });
await client.close();
