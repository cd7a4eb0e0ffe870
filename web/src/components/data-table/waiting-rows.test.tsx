// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { said } from '../../../test/said.ts'
import { Announcer } from '../messages/announce.tsx'
import { WaitingRows } from './waiting-rows.tsx'

test('how many new rows wait is announced as they come, in no live region beside their button', async () => {
  cleanWhenFinished()
  const rows = (count: number) => (
    <>
      <WaitingRows count={count} what="new event" onShow={() => undefined} />
      <Announcer />
    </>
  )
  const { rerender } = render(rows(0))
  rerender(rows(2))
  expect(screen.getByRole('button', { name: 'Show 2 new events' })).toBeDefined()
  await waitFor(() => expect(said()).toEqual(['2 new events']))
  expect(screen.queryAllByRole('status')).toEqual([])
})
