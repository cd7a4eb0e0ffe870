import { agencies } from '@agency-support/contract/modules/agencies'
import { TestClient } from '../client.ts'

/** One change that was asked for; `acknowledged` once its answer came. */
export interface Change {
  agencyId: number
  name: string
  key: string
  acknowledged: boolean
}

export interface Load {
  /** Resolves when so many changes of this load are acknowledged; rejects when the server refuses one. */
  reaches(count: number): Promise<void>
  /** Asks for nothing more; resolves when every request has ended, one way or another. */
  stop(): Promise<readonly Change[]>
}

const atOnce = 16
/** Few, so that changes of one agency wait for one another. */
export const agencyCount = 25

/** Changes names without pause until it is stopped or the server is gone. */
export function startLoad(server: { port: number; origin: string }, cookie: string, round: number): Load {
  const changes: Change[] = []
  const reached = Promise.withResolvers<void>()
  let wanted = Number.POSITIVE_INFINITY
  let acknowledged = 0
  let isStopped = false

  const changeOne = async (client: TestClient): Promise<void> => {
    const number = changes.length
    const name = `Round ${round} change ${number}`
    const change: Change = {
      agencyId: 1 + (number % agencyCount),
      name,
      key: `change-${round}-${number}`,
      acknowledged: false,
    }
    changes.push(change)
    const got = await client.call(
      agencies.updateName,
      { agencyId: change.agencyId, name },
      { 'idempotency-key': change.key },
    )
    // While the database dies first the server may still say so.
    if (got.status === 503) return
    if (got.code !== 0) throw new Error(`${name} was refused: ${got.text}`)
    change.acknowledged = true
    acknowledged += 1
    if (acknowledged >= wanted) reached.resolve()
  }
  const work = async (): Promise<void> => {
    const client = new TestClient({ ...server, cookie })
    try {
      while (!isStopped) await changeOne(client)
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code !== undefined
      if (!isGone) reached.reject(error)
    } finally {
      client.close()
    }
  }
  const workers = Array.from({ length: atOnce }, work)
  return {
    reaches: (count) => {
      wanted = count
      if (acknowledged >= count) reached.resolve()
      return reached.promise
    },
    stop: async () => {
      isStopped = true
      await Promise.all(workers)
      return changes
    },
  }
}
