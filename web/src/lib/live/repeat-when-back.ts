import type { ClientCall } from '@agency-support/contract/call'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { Outcome } from '../requests/api.ts'
import { useConnectionLoss } from '../requests/connection.ts'
import { outage, useOutage } from '../requests/outage.ts'
import { CallFailure } from '../requests/query.ts'

/** When a server that refuses everything is asked again; not by all consoles at once. */
const askAgainMs = { min: 10_000, spread: 5_000 }

const isUnavailable = (status: number | undefined): boolean => status === 503
const isUnreached = (status: number | undefined): boolean => status === 0

/** The status with which a read failed, also of one that shows the parts of a failure and so has its outcome as data. */
function failedStatus({ error, data }: { error: Error | null; data: unknown }): number | undefined {
  if (error instanceof CallFailure) return error.status
  const outcome = data as Outcome<ClientCall> | null | undefined
  return outcome?.kind === 'failed' ? outcome.status : undefined
}

/**
 * Repeats the reads on screen that failed because the server could not be reached, or for a reason of its own such as
 * a database that restarts, once that is over; returns how to stop. An outage is asked about, because its end would
 * otherwise be noticed only when somebody does something.
 */
export function repeatWhenBack(client: QueryClient): () => void {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  // Such a failure may be the read's own, such as of a file store: then it is an outage again each time it is repeated.
  let repeated = new WeakSet<Query>()
  async function repeatUnavailable(): Promise<void> {
    const reads = client.getQueryCache().findAll({
      type: 'active',
      predicate: (read) => isUnavailable(failedStatus(read.state)) && !repeated.has(read),
    })
    for (const read of reads) repeated.add(read)
    await client.refetchQueries({ predicate: (read) => reads.includes(read) })
    for (const read of reads) if (!isUnavailable(failedStatus(read.state))) repeated.delete(read)
  }
  const followConnection = (lost: unknown): void => {
    if (lost === null)
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state }) => isUnreached(failedStatus(state)),
      })
    else repeated = new WeakSet()
  }
  const followOutage = (said: unknown): void => {
    clearTimeout(timer)
    if (said === null) void repeatUnavailable()
    else timer = setTimeout(() => void ask(), askAgainMs.min + Math.random() * askAgainMs.spread)
  }
  async function ask(): Promise<void> {
    try {
      const { status } = await fetch('/health/ready', { cache: 'no-store', signal: stopping.signal })
      if (isUnavailable(status)) repeated = new WeakSet()
      outage.note(status, undefined)
    } catch {
      // A lost connection is noticed elsewhere, and by the next request.
    }
    // It also stands a while longer after the answer that ends it.
    const said = useOutage.getState()
    if (said !== null && !stopping.signal.aborted) followOutage(said)
  }
  // This code is loaded after the first reads.
  followConnection(useConnectionLoss.getState())
  followOutage(useOutage.getState())
  const ends = [useConnectionLoss.subscribe(followConnection), useOutage.subscribe(followOutage)]
  return () => {
    stopping.abort()
    clearTimeout(timer)
    for (const end of ends) end()
  }
}
