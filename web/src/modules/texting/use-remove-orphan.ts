import { padAgencyId } from '@agency-support/contract/ids'
import { type TcrOrphan, texting } from '@agency-support/contract/modules/texting'
import { useQueryClient } from '@tanstack/react-query'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { delAdminAgencyTCRNumber } from '../../lib/requests/client-operations/texting.ts'
import { callKey, replaceData } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { textingMessages } from './messages.ts'

/**
 * Deletes the TCR number of an orphan after a confirmation; its row is removed once the number is gone, by whomever.
 */
export function useRemoveOrphan() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const { run, sending, failing, problem, reset } = useSend(
    texting.removeTcrNumber,
    { unclear: textingMessages.wentWrong, rereads: callKey(texting.tcrRecords, {}) },
    ({ agencyId }) => delAdminAgencyTCRNumber(agencyId),
  )

  async function remove({ agencyId, tcrNumber }: TcrOrphan, button: HTMLElement): Promise<void> {
    const confirmed = await confirm({
      title: `Delete TCR number ${tcrNumber} of agency ${padAgencyId(agencyId)}?`,
      body: 'The number is taken from the agency, and its texting is pending again.',
      confirmLabel: 'Delete',
      danger: true,
    })
    if (!confirmed) return
    reset()
    const outcome = await run({ agencyId })
    if (outcome.kind === 'refused' || outcome.kind === 'failed') return
    const next = findNext(button)
    const { activeElement } = document
    const isFocusThere = activeElement === button || activeElement === document.body
    replaceData<TcrOrphan[]>(queries, callKey(texting.tcrOrphans, {}), (orphans) =>
      orphans.filter((orphan) => orphan.agencyId !== agencyId),
    )
    // The row takes the focus with it, unless the person has gone on, such as to the search.
    if (isFocusThere) next?.focus()
  }
  // A number already gone counts as deleted.
  return {
    remove,
    busy: sending.map(({ agencyId }) => agencyId),
    problem: failing?.kind === 'none' ? null : problem,
  }
}

/** Focus target after deleting: the same button of the next row, else of the previous row, else the heading. */
function findNext(button: HTMLElement): HTMLElement | null {
  const row = button.closest('tr')
  for (const neighbour of [row?.nextElementSibling, row?.previousElementSibling]) {
    const same = neighbour?.querySelector<HTMLElement>('[data-row-work] button')
    if (same) return same
  }
  return document.querySelector<HTMLElement>('h1')
}
