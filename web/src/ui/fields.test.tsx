// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { NumberField, PasswordField, SelectField, TextField, type TextFieldProps } from './fields.tsx'
import { GateNotice } from './gate-context.ts'
import { digits } from './masks.ts'
import { TextArea } from './text-area.tsx'

type Given = Partial<Omit<TextFieldProps, 'name' | 'label' | 'onChange'>>

function open(
  Field: (props: TextFieldProps) => React.ReactNode,
  { value: first = '', ...given }: Given = {},
) {
  cleanWhenFinished()
  function Form() {
    const [value, setValue] = useState(first)
    return <Field {...given} name="field" label="Field" value={value} onChange={setValue} />
  }
  const { container } = render(<Form />)
  const field = screen.getByLabelText<HTMLInputElement>('Field', { exact: true })
  return {
    user: userEvent.setup({ delay: null }),
    field,
    /** What a screen reader tells of it. */
    told: () =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => container.querySelector(`[id="${id}"]`)?.textContent)
        .join(' '),
  }
}

/** Presses a key in a field, with Caps Lock or without. */
function press(field: HTMLElement, key: string, capsLock: boolean, type = 'keydown'): void {
  const event = new KeyboardEvent(type, { key, bubbles: true, modifierCapsLock: capsLock })
  fireEvent(field, event)
}

test('a mask that does not say what it cuts leaves that to the length of the field', async () => {
  const { user, field, told } = open(TextField, {
    mask: { clean: (text) => text.replaceAll('*', '') },
    maxLength: 10,
  })
  await user.click(field)
  await user.paste('*b-0001*')
  expect(field.value).toBe('b-0001')
  await user.paste('234567890')
  expect(told()).toBe('Only 10 characters fit; the rest was left out.')
})

test('a password says while Caps Lock is on, in place of what else it says', () => {
  const { field, told } = open(PasswordField, { notice: 'Matches' })
  press(field, 'a', false)
  expect(told()).toBe('Matches')
  press(field, 'A', true)
  expect(told()).toBe('Caps Lock is on.')
  press(field, 'a', false)
  expect(told()).toBe('Matches')
})

test('a password says so no longer once Caps Lock is let go', () => {
  const { field, told } = open(PasswordField)
  press(field, 'A', true)
  press(field, 'CapsLock', false, 'keyup')
  expect(told()).toBe('')
})

test('a password is hidden until it is asked for, and may be hidden again', async () => {
  const { user, field } = open(PasswordField)
  expect(field.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field.type).toBe('password')
})

test("a phone's keyboard changes words in a name, but nothing in an id", () => {
  const { field: name } = open(TextField)
  expect([name.getAttribute('autocapitalize'), name.getAttribute('autocorrect')]).toEqual([null, null])
  cleanup()
  const { field: id } = open(TextField, { spellCheck: false })
  expect([id.getAttribute('autocapitalize'), id.getAttribute('autocorrect')]).toEqual(['none', 'off'])
})

test('what a mask cut from a paste is said until something is typed', async () => {
  const { user, field, told } = open(TextField, { mask: digits(4), notice: 'Free' })
  await user.click(field)
  await user.paste('12-34-56')
  expect([field.value, told()]).toEqual(['1234', 'Pasted 6 digits, kept the first 4.'])
  await user.keyboard('{Backspace}')
  expect([field.value, told()]).toEqual(['123', 'Free'])
})

test('what a full field leaves out of a paste is said, counting what the paste replaces', async () => {
  const { user, field, told } = open(TextField, { value: 'Smith', maxLength: 8 })
  await user.click(field)
  field.setSelectionRange(0, 5)
  await user.paste('12345678')
  expect([field.value, told()]).toEqual(['12345678', ''])
  field.setSelectionRange(8, 8)
  await user.paste('9')
  expect([field.value, told()]).toEqual(['12345678', 'Only 8 characters fit; the rest was left out.'])
})

test('what a mask drops of a paste takes no room in the field, and leaves it as long as it was', async () => {
  const mask = { clean: (text: string) => text.replaceAll('*', '') }
  const { user, field, told } = open(TextField, { mask, maxLength: 4 })
  await user.click(field)
  await user.paste('**12*34')
  expect([field.value, told(), field.maxLength]).toEqual(['1234', '', 4])
  await user.keyboard('5')
  expect(field.value).toBe('1234')
})

test('of a paste that is too long even without what a mask drops, all that fits stays', async () => {
  const mask = { clean: (text: string) => text.replaceAll('*', '') }
  const { user, field, told } = open(TextField, { mask, maxLength: 8 })
  await user.click(field)
  await user.paste('**1234*56789')
  expect([field.value, told()]).toEqual(['12345678', 'Only 8 characters fit; the rest was left out.'])
})

test('a paste into a field of any length leaves nothing out', async () => {
  const { user, field, told } = open(TextField)
  await user.click(field)
  await user.paste('x'.repeat(3_000))
  expect([field.value.length, told()]).toEqual([3_000, ''])
})

test('a count has its separators while it is not typed in', async () => {
  const { user, field } = open(NumberField as typeof TextField, { value: '1200', digits: 7 } as Given)
  expect(field.value).toBe('1,200')
  await user.tab()
  expect(field.value).toBe('1200')
  await user.clear(field)
  await user.keyboard('5000000')
  expect(field.value).toBe('5000000')
  await user.tab()
  expect(field.value).toBe('5,000,000')
})

test.each<[string, Given, string, boolean]>([
  ['its hint', { hint: 'Eight digits.' }, 'Eight digits.', false],
  ['its error', { error: 'Required' }, 'Required', false],
  ['why it is disabled', { disabledReason: 'Not yours.' }, 'Not yours.', true],
  [
    'all of them, the error before the notice',
    { hint: 'Eight digits.', error: 'Required', notice: 'Free' },
    'Eight digits. Required Free',
    false,
  ],
])('a field tells %s', (_what, given, words, disabled) => {
  const { field, told } = open(TextField, given)
  expect([told(), field.disabled]).toEqual([words, disabled])
  expect(field.getAttribute('aria-invalid')).toBe('error' in given ? 'true' : null)
})

const kinds: [string, (props: TextFieldProps) => React.ReactNode][] = [
  ['text', TextField],
  ['choice', ({ ref: _, ...props }) => <SelectField {...props} choices={[]} />],
  [
    'longer text',
    ({ ref: _, autoFocus = false, ...props }) => <TextArea {...props} autoFocus={autoFocus} rows={3} />,
  ],
]

test.each(kinds)('a %s tells its error, and why it or all around it cannot be changed', (_what, Field) => {
  const failed = open(Field, { error: 'Required' })
  expect([failed.told(), failed.field.getAttribute('aria-invalid')]).toEqual(['Required', 'true'])
  cleanup()
  const disabled = open(Field, { disabledReason: 'Not yours.' })
  expect([disabled.told(), disabled.field.disabled]).toEqual(['Not yours.', true])
  cleanup()
  const Gated = (props: TextFieldProps) => (
    <GateNotice value="notice">
      <p id="notice">Ask your manager.</p>
      <Field {...props} />
    </GateNotice>
  )
  expect(open(Gated).told()).toBe('Ask your manager.')
})

test.each(kinds)('a %s is not left while another window has the focus', async (_what, Field) => {
  const onBlur = vi.fn()
  const { user, field } = open(Field, { onBlur })
  await user.click(field)
  // What the browser sends then: the field stays the document's focused element.
  fireEvent.blur(field)
  expect(onBlur).not.toHaveBeenCalled()
  await user.tab()
  expect(onBlur).toHaveBeenCalledOnce()
})

test('an error that stands elsewhere is told from there, and not said again below the field', () => {
  const Pair = (props: TextFieldProps) => (
    <>
      <TextField {...props} errorAt="below" />
      <p id="below">The last day is before the first.</p>
    </>
  )
  expect(open(Pair, { error: 'Too early' }).told()).toBe('The last day is before the first.')
  expect(screen.queryByText('Too early')).toBeNull()
})
