// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cleanWhenFinished, mountHook } from '../../../test/mounted.tsx'
import { CardState } from './card-state.tsx'
import { useReadRetry, useRetry } from './use-retry.ts'

interface Shown {
  error: string | null
  loading?: boolean
  children?: string
}

function Card({ error, loading = true, children = '' }: Shown) {
  return (
    <CardState what="users" loading={loading} error={error} onRetry={() => undefined}>
      {children}
    </CardState>
  )
}

const again = () => screen.queryByRole('button', { name: 'Try again' })

test('the failure and the focused button stay while a load is tried again, until there is an answer', async () => {
  cleanWhenFinished()
  const { rerender } = render(<Card error="Something went wrong" />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  rerender(<Card error={null} />)
  expect(screen.getByRole('alert').textContent).toBe('Something went wrong')
  expect(again()?.getAttribute('aria-busy')).toBe('true')
  rerender(<Card error="It is busy" />)
  expect(screen.getByRole('alert').textContent).toBe('It is busy')
  expect(document.activeElement).toBe(again())
  expect(again()?.getAttribute('aria-busy')).toBeNull()
  await userEvent.keyboard('{Enter}')
  rerender(<Card error={null} />)
  rerender(
    <Card error={null} loading={false}>
      Two users
    </Card>,
  )
  expect(again()).toBeNull()
  expect(screen.getByText('Two users')).toBeDefined()
})

test('a failure of the past is not shown for a load that nobody tried again', async () => {
  cleanWhenFinished()
  const { rerender } = render(<Card error="Something went wrong" />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  rerender(<Card error={null} />)
  rerender(<Card error="Something went wrong" />)
  rerender(<Card error={null} />)
  expect(again()).toBeNull()
  expect(screen.getByText('Loading users…')).toBeDefined()
})

test('a failure with its time stays while it is loaded again unasked, but not for another load', () => {
  const failure = { text: 'It is busy', requestId: null }
  const load = { failure: null, loading: true, onRetry: () => undefined }
  const { result, rerender } = mountHook(useRetry, { ...load, failure, failedAt: 5 })
  rerender({ ...load, failedAt: 5 })
  expect(result.current).toMatchObject({ failure, retrying: false })
  rerender({ ...load, failedAt: 0 })
  expect(result.current.failure).toBeNull()
  rerender({ ...load, loading: false, failedAt: 5 })
  expect(result.current.failure).toBeNull()
})

test('the failure of a part stays while it is read again without being asked to, until there is an answer', () => {
  const refetch = () => Promise.resolve()
  const read = { data: undefined, isFetching: false, errorUpdatedAt: 5, refetch }
  const { result, rerender } = mountHook(
    ({ text, ...query }: Parameters<typeof useReadRetry>[0] & { text: string | null }) =>
      useReadRetry(query, text),
    { ...read, text: 'It is busy' },
  )
  rerender({ ...read, isFetching: true, text: null })
  expect(result.current).toMatchObject({ failure: 'It is busy', retrying: false })
  rerender({ ...read, data: [], text: null })
  expect(result.current.failure).toBeNull()
})

test('the failure of a part is not shown for another read that takes its place', () => {
  const read = { data: undefined, isFetching: true, refetch: () => Promise.resolve() }
  const { result, rerender } = mountHook(
    ({ at, text }: { at: number; text: string | null }) =>
      useReadRetry({ ...read, errorUpdatedAt: at }, text),
    { at: 5, text: 'It is busy' },
  )
  rerender({ at: 0, text: null })
  expect(result.current.failure).toBeNull()
})
