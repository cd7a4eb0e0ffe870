import { queueRefusals } from '@agency-support/contract/modules/queued-command'
import { expect, test, vi } from 'vitest'

// The dialog that asks listens to the page from its import on.
vi.stubGlobal('document', new EventTarget())
const { getWaitingCommand } = await import('./queue-command.ts')

const [code] = queueRefusals.waiting
const waiting = {
  commandId: 7,
  command: 'count',
  argument: '',
  issuedBy: 'Ada',
  created: '2026-11-20T10:00:00Z',
}
const refused = (given: object) => ({ kind: 'refused' as const, code, message: '', data: waiting, ...given })

test('the command that waits already is the one that the refusal names', () => {
  expect(getWaitingCommand(refused({}))).toEqual(waiting)
})

test.each([
  ['nothing was sent', null],
  ['it was queued', { kind: 'ok' as const, data: waiting, message: '' }],
  ['another refusal', refused({ code: code + 1 })],
  ['a conflict that names no command', refused({ data: { changedBy: 'Ada' } })],
  ['a conflict without an item', refused({ data: undefined })],
  ['a conflict with null', refused({ data: null })],
])('no command waits: %s', (_name, outcome) => {
  expect(getWaitingCommand(outcome)).toBeUndefined()
})
