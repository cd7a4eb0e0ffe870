// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { AgenciesField } from './agencies-field.tsx'

// Nothing is laid out here.
Element.prototype.scrollIntoView = () => undefined

test('[ALERTS-13] Backspace in the empty field removes the last agency, and changes nothing when there is none', async () => {
  cleanWhenFinished()
  await answeringCalls({ GetAlertAgencyNames: done() })
  const onChange = vi.fn()
  const { rerender } = render(<AgenciesField agencyIds={[]} onChange={onChange} />, { wrapper: Queries })
  const field = screen.getByRole('textbox', { name: 'Which Agencies?' })
  await userEvent.type(field, '{Backspace}')
  // A new list would count as a change of the form, which is asked about before the dialog closes.
  expect(onChange).not.toHaveBeenCalled()
  rerender(<AgenciesField agencyIds={[6938, 8951]} onChange={onChange} />)
  await userEvent.type(field, '7{Backspace}')
  expect(onChange).not.toHaveBeenCalled()
  await userEvent.type(field, '{Backspace}')
  expect(onChange.mock.calls).toEqual([[[6938]]])
})

test('Backspace held down empties the field and leaves the agencies', async () => {
  cleanWhenFinished()
  await answeringCalls({ GetAlertAgencyNames: done() })
  const onChange = vi.fn()
  render(<AgenciesField agencyIds={[6938, 8951]} onChange={onChange} />, { wrapper: Queries })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Which Agencies?' })
  await userEvent.type(field, '17{Backspace>5/}')
  expect(field.value).toBe('')
  expect(onChange).not.toHaveBeenCalled()
})

test('an agency that was just added is not called unknown before the server has said so', async () => {
  cleanWhenFinished()
  const late = lateAnswer()
  await answeringCalls({
    GetAlertAgencyNames: ({ agencyIds }) =>
      (agencyIds as number[]).length === 1 ? done({ agencyId: 6938, name: 'Lee Agency' }) : late.answer(),
  })
  const { rerender } = render(<AgenciesField agencyIds={[6938]} onChange={vi.fn()} />, { wrapper: Queries })
  await screen.findByText('Lee Agency')
  rerender(<AgenciesField agencyIds={[6938, 8951]} onChange={vi.fn()} />)
  expect(screen.getByText('00008951')).toBeDefined()
  expect(screen.getByText('Lee Agency')).toBeDefined()
  expect(screen.queryByText('Unknown agency')).toBeNull()
  late.give(done({ agencyId: 6938, name: 'Lee Agency' }))
  expect(await screen.findByText('Unknown agency')).toBeDefined()
})

test('a half-typed agency stays in the field while another window has the focus, and is added once it is left', async () => {
  cleanWhenFinished()
  await answeringCalls({ GetAlertAgencyNames: done() })
  const onChange = vi.fn()
  render(<AgenciesField agencyIds={[]} onChange={onChange} />, { wrapper: Queries })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Which Agencies?' })
  await userEvent.type(field, '69')
  // What the browser sends then: the field stays the document's focused element.
  fireEvent.blur(field)
  expect([onChange.mock.calls, field.value]).toEqual([[], '69'])
  await userEvent.type(field, '38')
  await userEvent.tab()
  expect(onChange.mock.calls).toEqual([[[6938]]])
})

test('what is no agency id stays in the field, however much of it there is', async () => {
  cleanWhenFinished()
  await answeringCalls({ GetAlertAgencyNames: done() })
  const onChange = vi.fn()
  render(<AgenciesField agencyIds={[]} onChange={onChange} />, { wrapper: Queries })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Which Agencies?' })
  await userEvent.type(field, '1e3, 6938, +5, 3.2, 123456789, 0, six{Enter}')
  expect(onChange.mock.calls).toEqual([[[6938]]])
  expect(field.value).toBe('1e3 +5 3.2 123456789 0 six')
})
