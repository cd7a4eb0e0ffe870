import type { AddressInfo } from 'node:net'
import { createServer, type RequestListener } from 'node:http'
import { answerParent, ownCpu } from '../child.ts'
import { importInstalled } from './installed.ts'

/** AdminJS on the agency and journal tables, set up as in its guide, without authentication. */

interface AdminJs {
  default: {
    new (options: object): { options: { rootPath: string } }
    registerAdapter(adapter: object): void
  }
}
interface Sql {
  Adapter: new (
    dialect: 'postgresql',
    options: object,
  ) => { init(): Promise<{ table(name: string): object }> }
  Database: object
  Resource: object
}
interface AdminExpress {
  default: { buildRouter(admin: object): RequestListener }
}
interface Express {
  default(): RequestListener & { use(path: string, router: RequestListener): void }
}

const { default: AdminJS } = await importInstalled<AdminJs>('adminjs', 'adminjs/index.js')
const { Adapter, Database, Resource } = await importInstalled<Sql>('adminjs', '@adminjs/sql/lib/index.js')
const { default: express } = await importInstalled<Express>('adminjs', 'express/index.js')
const { default: adminExpress } = await importInstalled<AdminExpress>(
  'adminjs',
  '@adminjs/express/lib/index.js',
)

AdminJS.registerAdapter({ Database, Resource })
const connectionString = process.env['DATABASE_URL'] ?? ''
const db = await new Adapter('postgresql', {
  connectionString,
  database: new URL(connectionString).pathname.slice(1),
  schema: 'public',
  pool: { min: 0, max: Number(process.env['POOL_SIZE']) },
}).init()
const resources = ['agency', 'journal'].map((table) => ({ resource: db.table(table), options: {} }))
const admin = new AdminJS({ rootPath: '/admin', resources })
const app = express()
app.use(admin.options.rootPath, adminExpress.buildRouter(admin))
const server = createServer(app).listen(0, '127.0.0.1', () => {
  answerParent<'cpu', number>(ownCpu, () => Promise.resolve(server.closeAllConnections()))
  process.send?.({ port: (server.address() as AddressInfo).port })
})
