// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openPage } from '../../../../test/page.tsx'
import { LookupControl } from './lookup-control.tsx'

function Screen() {
  const [typed, setTyped] = useState('')
  return (
    <>
      <LookupControl
        agencyId={6938}
        domains={0}
        client={undefined}
        onClient={vi.fn()}
        typed={typed}
        onTyped={setTyped}
      />
      <input aria-label="Next" />
    </>
  )
}

async function openLookup() {
  const { wrapper } = await openPage()
  render(<Screen />, { wrapper })
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Client Id' })
}

test('a client id of seven digits is padded where the field is left, and the person stays where they went', async () => {
  const user = userEvent.setup()
  const field = await openLookup()
  await user.type(field, '1234567')
  await user.click(screen.getByRole('textbox', { name: 'Next' }))
  expect(field.value).toBe('01234567')
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Next' }))
})

test('the eighth digit leads to Search', async () => {
  const field = await openLookup()
  await userEvent.setup().type(field, '12345678')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' })))
})

test('a half-typed client id stays as it is while another window has the focus', async () => {
  const field = await openLookup()
  await userEvent.setup().type(field, '1234')
  // What the browser sends then: the field stays the document's focused element.
  fireEvent.blur(field)
  expect([document.activeElement, field.value]).toEqual([field, '1234'])
})
