// @vitest-environment jsdom
import { type TcrOrphan, texting } from '@agency-support/contract/modules/texting'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { useRemoveOrphan } from './use-remove-orphan.ts'

afterEach(() => document.body.replaceChildren())

const orphan = (agencyId: number) => ({ agencyId, tcrNumber: `C${agencyId}` }) as TcrOrphan
const key = callKey(texting.tcrOrphans, {})
const records = callKey(texting.tcrRecords, {})

/** The table of orphans, each with a button that deletes it. */
function openOrphans(agencies: readonly number[] = [1, 2, 3]) {
  const { result } = mountHook(() => useRemoveOrphan())
  const box = document.body.appendChild(document.createElement('div'))
  const row = (id: number) => `<tr><td data-row-work><button>${id}</button></td></tr>`
  box.innerHTML = `<h1 tabindex="-1">TCR Cleanup</h1><table><tbody>${agencies.map(row).join('')}</tbody></table>`
  queryClient.setQueryData(key, agencies.map(orphan))
  queryClient.setQueryData(records, [])
  return {
    screen: () => result.current,
    focused: () => document.activeElement?.textContent,
    left: () => queryClient.getQueryData<TcrOrphan[]>(key)?.map(({ agencyId }) => agencyId),
    /** Presses the button of an agency, and answers its question. */
    remove(agencyId: number, yes = true): Promise<void> {
      const button = [...box.querySelectorAll('button')].find((one) => one.textContent === String(agencyId))
      if (button === undefined) throw new Error('there is no such row')
      const removed = result.current.remove(orphan(agencyId), button)
      const { title, danger } = confirmStore.current() ?? {}
      expect([title, danger]).toEqual([`Delete TCR number C${agencyId} of agency 0000000${agencyId}?`, true])
      confirmStore.current()?.answer(yes)
      return act(() => removed)
    },
  }
}

test('a number is deleted after a question, and the same button of the next row has the focus', async () => {
  const server = await answeringCalls({ AdminDeleteTCRNumber: done() })
  const { remove, left, focused, screen } = openOrphans()
  await remove(2)
  expect([left(), focused(), screen().problem]).toEqual([[1, 3], '3', null])
  expect(server.inputs('AdminDeleteTCRNumber')).toEqual([{ agencyId: 2 }])
  expect(queryClient.getQueryState(records)?.isInvalidated).toBe(true)
})

test('after the last row the one before it has the focus, and after the only one the heading', async () => {
  await answeringCalls({ AdminDeleteTCRNumber: done() })
  const { remove, focused } = openOrphans([1, 2])
  await remove(2)
  expect(focused()).toBe('1')
  document.body.replaceChildren()
  const only = openOrphans([1])
  await only.remove(1)
  expect(only.focused()).toBe('TCR Cleanup')
})

test('who declines deletes nothing', async () => {
  const server = await answeringCalls({ AdminDeleteTCRNumber: done() })
  const { remove, left } = openOrphans()
  await remove(2, false)
  expect([server.names(), left()]).toEqual([[], [1, 2, 3]])
})

test('[PROV-79] a number that is gone already counts as deleted', async () => {
  await answeringCalls({ AdminDeleteTCRNumber: refused(2, 'There is none.') })
  const { remove, left, screen } = openOrphans()
  await remove(2)
  expect([left(), screen().problem]).toEqual([[1, 3], null])
})

test('[PROV-79] [RPT-ORPHANS-06] a deletion that is refused keeps the row, with the sentence of the server', async () => {
  await answeringCalls({ AdminDeleteTCRNumber: refused(409, 'The agency is being deleted.') })
  const { remove, left, screen } = openOrphans()
  await remove(2)
  expect([left(), screen().problem]).toEqual([[1, 2, 3], 'The agency is being deleted.'])
})

test('[PROV-79] [RPT-ORPHANS-06] a number that is not deleted stays, and says why until the next attempt', async () => {
  await answeringCalls({ AdminDeleteTCRNumber: 500 })
  const { remove, left, screen } = openOrphans()
  await remove(2)
  expect([left(), screen().problem, screen().busy]).toEqual([[1, 2, 3], 'Something went wrong', []])
  const late = lateAnswer()
  await answeringCalls({ AdminDeleteTCRNumber: late.answer })
  const again = remove(2)
  await waitFor(() => expect(screen().busy).toEqual([2]))
  expect(screen().problem).toBeNull()
  late.give(done())
  await again
  expect(left()).toEqual([1, 3])
})

test('whoever has gone on meanwhile keeps the focus', async () => {
  const late = lateAnswer()
  await answeringCalls({ AdminDeleteTCRNumber: late.answer })
  const { remove, left, screen } = openOrphans()
  const removed = remove(2)
  await waitFor(() => expect(screen().busy).toEqual([2]))
  const search = document.body.appendChild(document.createElement('input'))
  search.focus()
  late.give(done())
  await removed
  expect([left(), document.activeElement]).toEqual([[1, 3], search])
})
