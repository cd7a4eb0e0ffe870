import { TestClient } from '../client.ts'
import { type ChangeKind, type Mixture, usualMixture, type Wish } from './load-kinds.ts'

/** One change that was asked for; `acknowledged` once its answer came. */
export interface Change extends Wish {
  kind: ChangeKind
  key: string
  acknowledged: boolean
  /** Milliseconds until it was told that the server cannot do it now; undefined when it was not. */
  refusedAfter?: number
}

export interface Load {
  /** Resolves when so many changes of this load are acknowledged; rejects when the server refuses one. */
  reaches(count: number): Promise<void>
  /** Asks for nothing more; resolves when every request has ended, one way or another; rejects when one was refused. */
  stop(): Promise<readonly Change[]>
}

const atOnce = 16

/** The changes of a round, one after another, of every kind. */
export function* listChanges(round: number, mixture: Mixture = usualMixture): Generator<Change> {
  const made = new Map<ChangeKind, number>()
  const next = (kind: ChangeKind): [ChangeKind, Wish | undefined] => {
    const number = made.get(kind) ?? 0
    made.set(kind, number + 1)
    return [kind, kind.wish(round, number)]
  }
  for (let number = 0; ; number += 1) {
    const [first] = mixture
    const [wanted, wish] = next(mixture[number % mixture.length] ?? first)
    const [kind, taken] = wish === undefined ? next(first) : [wanted, wish]
    if (taken !== undefined) yield { ...taken, kind, key: `change-${round}-${number}`, acknowledged: false }
  }
}

/** Changes this and that without pause until it is stopped or the server is gone. */
export function startLoad(
  server: { port: number; origin: string },
  cookie: string,
  round: number,
  mixture?: Mixture,
): Load {
  const changes: Change[] = []
  const source = listChanges(round, mixture)
  const reached = Promise.withResolvers<void>()
  let wanted = Number.POSITIVE_INFINITY
  let acknowledged = 0
  let isStopped = false
  let failure: Error | undefined

  const changeOne = async (client: TestClient): Promise<void> => {
    const change = source.next().value as Change
    changes.push(change)
    const asked = performance.now()
    const got = await change.ask(client, change.key)
    // While the database dies first the server may still say so.
    if (got.status === 503) change.refusedAfter = performance.now() - asked
    if (got.status === 503) return
    if (got.code !== 0) throw new Error(`${change.kind.event} ${change.mark} was refused: ${got.text}`)
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
      if (!isGone) failure = error as Error
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
      if (failure !== undefined) throw failure
      return changes
    },
  }
}
