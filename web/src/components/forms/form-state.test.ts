import { expect, test } from 'vitest'
import {
  allErrors,
  changeField,
  isDirty,
  leaveField,
  rebaseForm,
  type Rules,
  settleForm,
  startForm,
} from './form-state.ts'

interface Values {
  password: string
  repeat: string
}

const rules: Rules<Values> = {
  password: (value) => (value === '' ? 'Required.' : null),
  repeat: (value, all) =>
    value === '' ? 'Required.' : value === all.password ? null : 'Must match new password',
}
const empty: Values = { password: '', repeat: '' }

test('a form is silent until it is told to speak', () => {
  const typed = changeField(startForm(empty), rules, 'repeat', 'x')
  expect(typed.errors).toEqual({})
  expect(allErrors(rules, typed.values)).toEqual({ password: 'Required.', repeat: 'Must match new password' })
})

test('an error that shows leaves as soon as it is put right, by another field too', () => {
  const shown = {
    ...startForm(empty),
    values: { password: 'a', repeat: 'b' },
    errors: { repeat: 'Must match new password' },
  }
  expect(changeField(shown, rules, 'repeat', '').errors).toEqual({ repeat: 'Required.' })
  expect(changeField(shown, rules, 'password', 'b').errors).toEqual({})
})

test('leaving an untouched field says nothing, leaving an edited one does', () => {
  expect(leaveField(startForm(empty), rules).errors).toEqual({})
  const edited = changeField(startForm({ ...empty, password: 'a' }), rules, 'password', '')
  expect(leaveField(edited, rules).errors).toEqual({ password: 'Required.' })
})

test('leaving a field that is empty again says what it needs, and so does one on which another depends', () => {
  const typed = changeField(startForm(empty), rules, 'password', 'a')
  expect(leaveField(changeField(typed, rules, 'password', ''), rules).errors).toEqual({
    password: 'Required.',
  })
  const repeated = leaveField(changeField(typed, rules, 'repeat', 'a'), rules)
  expect(repeated.errors).toEqual({})
  expect(leaveField(changeField(repeated, rules, 'password', 'b'), rules).errors).toEqual({
    repeat: 'Must match new password',
  })
})

test('dirty means different from the server', () => {
  const start = startForm(empty)
  const edited = changeField(start, rules, 'password', 'a')
  expect([isDirty(start), isDirty(edited), isDirty(changeField(edited, rules, 'password', ''))]).toEqual([
    false,
    true,
    false,
  ])
})

test('a newer value goes into an untouched field and stands beside an edited one', () => {
  const edited = changeField(startForm({ password: 'a', repeat: 'a' }), rules, 'password', 'mine')
  const newer = rebaseForm(edited, { password: 'theirs', repeat: 'theirs' })
  expect(newer.values).toEqual({ password: 'mine', repeat: 'theirs' })
  expect(newer.incoming).toEqual({ password: 'theirs' })
  expect(isDirty(newer)).toBe(true)

  const again = rebaseForm(newer, { password: 'mine', repeat: 'theirs' })
  expect(again.incoming).toEqual({})
  expect(isDirty(again)).toBe(false)
})

test('after a save the server’s values stand, but for what was typed while it was under way', () => {
  const sent = { password: ' a ', repeat: ' b ' }
  const typing = changeField({ ...startForm(empty), values: sent }, {}, 'repeat', ' b c')
  const stored = { password: 'a', repeat: 'b' }
  for (const settled of [
    rebaseForm(settleForm(typing, sent), stored),
    settleForm(rebaseForm(typing, stored), sent),
  ]) {
    expect(settled.values).toEqual({ password: 'a', repeat: ' b c' })
    expect(isDirty(settled)).toBe(true)
  }
})

test('what one saved oneself is announced as newer only when somebody else saves the same again', () => {
  const sent = { password: ' mine ', repeat: '' }
  const typing = { ...startForm(empty), values: { password: ' mine, longer', repeat: '' }, sent }
  const saved = rebaseForm(typing, { password: 'mine', repeat: '' })
  expect(saved.incoming).toEqual({})
  expect(saved.values).toEqual(typing.values)
  const changed = rebaseForm(saved, { password: 'theirs', repeat: '' })
  expect(changed.incoming).toEqual({ password: 'theirs' })
  expect(rebaseForm(changed, { password: 'mine', repeat: '' }).incoming).toEqual({ password: 'mine' })
})
