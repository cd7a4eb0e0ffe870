// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import { useAnswer } from './use-answer.ts'

test('an answer stands while the fields have the values it is for', () => {
  const { result, rerender } = mountHook((values: object) => useAnswer<string>(values), { text: 'a' })
  expect(result.current.answer).toBeNull()
  act(() => result.current.setAnswer({ data: 'A' }))
  expect(result.current.answer).toEqual({ data: 'A' })
  rerender({ text: 'b' })
  expect(result.current.answer).toBeNull()
  rerender({ text: 'a' })
  expect(result.current.answer).toEqual({ data: 'A' })
})
