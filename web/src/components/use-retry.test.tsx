// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { CardState } from './card-state.tsx'

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
