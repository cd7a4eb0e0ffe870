import { beforeAll } from 'vitest'
import { type TestServer, type TestServerOptions, testServer } from './app.ts'

/**
 * Gives the tests of a file, or of the describe that asks for it, one {@link testServer}; it is closed once the hooks that
 * they have for afterwards are through. To be called before their own hooks and after useOwnPostgres: they run in this
 * order. What it returns is filled by then, and is not to be used before.
 */
export function useServer(options?: TestServerOptions): TestServer {
  // Filled, not replaced: a file names it before there is a server.
  const server = {} as TestServer
  beforeAll(async () => {
    const started = await testServer(options)
    Object.assign(server, started)
    return () => started.close()
  })
  return server
}
