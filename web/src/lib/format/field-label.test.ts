import { expect, test } from 'vitest'
import { fieldLabel, fieldWords } from './field-label.ts'

test.each([
  ['versionDisplay', 'version display', 'Version display'],
  ['CycleStartDay', 'cycle start day', 'Cycle start day'],
  ['name', 'name', 'Name'],
  ['', '', ''],
])('the field %j is “%s” in a sentence and “%s” as a label', (name, words, label) => {
  expect([fieldWords(name), fieldLabel(name)]).toEqual([words, label])
})
