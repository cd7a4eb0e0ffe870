// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import { type FormOptions, useForm } from './use-form.ts'

interface Agency {
  name: string
  pool: string
}
const saved: Agency = { name: 'Lee', pool: '7' }
const rules = { name: (name: string) => (name.trim() === '' ? 'Type a name.' : null) }

/** A form on the screen; `renew` gives it newer values of the server. */
function openForm(speak?: FormOptions<Agency>['speak']) {
  const { result, rerender } = mountHook(
    (initial: Agency) => useForm({ initial, rules, ...(speak && { speak }) }),
    saved,
  )
  return {
    form: () => result.current,
    type: (name: keyof Agency, text: string) => act(() => result.current.field(name).onChange(text)),
    leave: (name: keyof Agency) => act(() => result.current.field(name).onBlur()),
    renew: (initial: Agency) => rerender(initial),
  }
}

test('what is typed stays when newer values arrive; the other fields show theirs', () => {
  const { form, type, renew } = openForm()
  expect(form()).toMatchObject({ values: saved, dirty: false, changed: [], valid: true, errors: {} })
  type('name', 'Lee & Sons')
  expect(form()).toMatchObject({ dirty: true, changed: ['name'] })
  renew({ name: 'Lee Agency', pool: '8' })
  expect(form().values).toEqual({ name: 'Lee & Sons', pool: '8' })
  expect([form().incoming('name'), form().incoming('pool')]).toEqual(['Lee Agency', undefined])
  act(() => form().reset())
  expect(form()).toMatchObject({ values: { name: 'Lee Agency', pool: '8' }, dirty: false })
  expect(form().incoming('name')).toBeUndefined()
})

test('a missing name is shown at the first attempt to save, and no more once there is one', () => {
  const { form, type, leave } = openForm()
  type('name', ' ')
  leave('name')
  expect(form()).toMatchObject({ valid: false, errors: {} })
  let values: Agency | null = saved
  act(() => void (values = form().check()))
  expect(values).toBeNull()
  expect(form().field('name')).toMatchObject({ name: 'name', value: ' ', error: 'Type a name.' })
  expect(form().field('pool')).toMatchObject({ value: '7', error: null })
  type('name', 'Lo')
  expect(form()).toMatchObject({ valid: true, errors: {} })
  act(() => void (values = form().check()))
  expect(values).toEqual({ name: 'Lo', pool: '7' })
})

test('a form that speaks on leaving tells the error of the field that was left', () => {
  const { form, type, leave } = openForm('leaving')
  leave('name')
  type('name', '')
  expect(form().errors).toEqual({})
  leave('name')
  expect(form().errors).toEqual({ name: 'Type a name.' })
})

test('after a save, what was typed meanwhile stays typed', () => {
  const { form, type, renew } = openForm()
  type('name', 'Lee 2')
  const sent = form().values
  type('pool', '9')
  renew({ name: 'LEE 2', pool: '7' })
  act(() => form().settle(sent))
  expect(form()).toMatchObject({ values: { name: 'LEE 2', pool: '9' }, changed: ['pool'] })
})

test('what a save sent comes back without being announced, typed on or not', () => {
  const { form, type, renew } = openForm()
  type('name', 'Lee 2 ')
  act(() => void form().check())
  type('name', 'Lee 2 Inc')
  renew({ name: 'Lee 2', pool: '7' })
  expect(form().incoming('name')).toBeUndefined()
  expect(form().values.name).toBe('Lee 2 Inc')
  renew({ name: 'Theirs', pool: '7' })
  expect(form().incoming('name')).toBe('Theirs')
  renew({ name: 'Lee 2', pool: '7' })
  expect(form().incoming('name')).toBe('Lee 2')
})

test('a value that was saved unchanged is announced when somebody else sets it again', () => {
  const { form, type, renew } = openForm()
  type('pool', '8')
  act(() => void form().check())
  type('name', 'Lee 2')
  renew({ name: 'Theirs', pool: '8' })
  renew({ name: 'Lee', pool: '8' })
  expect(form().incoming('name')).toBe('Lee')
})
