import { alerts, type SystemAlert } from '@agency-support/contract/modules/alerts'
import type { ClientIn } from '@agency-support/contract/call'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../components/messages/notify.ts'
import { refusalItem, send } from '../../lib/requests/api.ts'
import { callKey, replaceData } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { toAlerts, toSaved, whyNotResolved, withSaved } from './answers.ts'
import { alertMessages } from './messages.ts'

/** The active alerts; fails with the sentence to show. */
export const alertsQuery = queryOptions({
  queryKey: callKey(alerts.list, {}),
  queryFn: async ({ signal }) => toAlerts(await send(alerts.list, {}, { signal }).catch(() => null)),
})

/** The outcome of saving. */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'failed' }
  /** It has been resolved meanwhile, so no later attempt can succeed. */
  | { kind: 'gone' }
  /** Somebody else saved it meanwhile; `current` is their version. */
  | { kind: 'stale'; current: SystemAlert }

/** Saving and resolving; `failure` is the sentence of the last failure, until a success. */
export function useAlertChanges() {
  const client = useQueryClient()
  const saving = useSend(alerts.send)
  const resolving = useSend(alerts.resolve)
  const [failure, setFailure] = useState<string | null>(null)
  const change = (how: (list: SystemAlert[]) => SystemAlert[]): void =>
    replaceData(client, alertsQuery.queryKey, how)
  const readAgain = (): void => void client.invalidateQueries({ queryKey: alertsQuery.queryKey })

  async function save(input: ClientIn<typeof alerts.send>): Promise<SaveOutcome> {
    const answer = await saving.run(input).catch(() => null)
    const saved = toSaved(answer)
    if (typeof saved !== 'string') {
      setFailure(null)
      change((list) => withSaved(list, saved))
      notify.ok(input.guid === undefined ? alertMessages.sent : alertMessages.updated)
      return { kind: 'saved' }
    }
    setFailure(saved)
    readAgain()
    if (answer?.kind === 'none') return { kind: 'gone' }
    const stale = answer === null ? undefined : refusalItem(alerts.send, 'stale', answer)
    return stale === undefined ? { kind: 'failed' } : { kind: 'stale', current: stale.current }
  }

  async function resolve({ guid }: SystemAlert): Promise<void> {
    const problem = whyNotResolved(await resolving.run({ alertId: guid, guid }).catch(() => null))
    setFailure(problem)
    if (problem !== null) return readAgain()
    change((list) => list.filter((one) => one.guid !== guid))
    notify.ok(alertMessages.resolved)
  }

  return {
    save,
    saving: saving.busy,
    resolve,
    resolving: resolving.sending.map(({ guid = '' }) => guid),
    failure,
  }
}
