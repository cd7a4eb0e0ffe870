import { texting } from '@agency-support/contract/modules/texting'
import { startBandwidth } from '@agency-support/sandbox/providers/bandwidth/start'
import { beforeAll } from 'vitest'
import { type TestServer, testServer, type TestServerOptions } from './app.ts'
import { bandwidthSwitches } from './bandwidth.ts'

/** What an agency's software tells of its texting. */
interface SetUp {
  agencyId?: number
  phone?: string
  orderId?: string
  isStandardOrder?: boolean
  tcrNumber?: string
}

/** A server beside the emulator of Bandwidth. */
export type TextingServer = Awaited<ReturnType<typeof textingServer>>

/** Gives the tests of a file one, like useServer. */
export function useTextingServer(): TextingServer {
  const world = {} as TextingServer
  beforeAll(async () => {
    const started = await textingServer()
    Object.assign(world, started)
    return () => started.close()
  })
  return world
}

/** Starts a server that asks an emulator of Bandwidth of its own. */
export async function textingServer(options: TestServerOptions = {}) {
  const emulator = await startBandwidth()
  const server: TestServer = await testServer({
    ...options,
    config: { ...options.config, bandwidth: emulator.settings },
  })
  let nextId = 7_000
  return {
    server,
    emulator,
    switches: bandwidthSwitches(emulator.url),
    /** An agency whose software has set texting up. */
    newAgency: async (given: SetUp = {}) => {
      nextId += 1
      const {
        agencyId = nextId,
        phone = `801555${agencyId}`,
        orderId = `order-${agencyId}`,
        tcrNumber,
      } = given
      const { isStandardOrder = true } = given
      const software = await server.software(agencyId)
      const at = server.clock.now().toISOString()
      await software.call(texting.reportSetUp, {
        events: [
          { kind: 'setUp', id: 'set-up', at, phone, orderId, isStandardOrder },
          ...(tcrNumber === undefined ? [] : [{ kind: 'campaign' as const, id: 'campaign', at, tcrNumber }]),
        ],
      })
      return { agencyId, phone, orderId, software }
    },
    close: async (): Promise<void> => {
      await server.close()
      await emulator.close()
    },
  }
}
