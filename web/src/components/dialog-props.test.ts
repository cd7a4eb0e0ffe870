import { expect, test } from 'vitest'
import { dialogWidths } from './dialog-props.ts'

test('[SHELL-24] the four widths of dialogs', () => {
  expect(dialogWidths).toEqual([600, 820, 800, 500])
})
