import { expect, test } from 'vitest'
import { messageStatusChips, messageTypes, toSource, toSummary } from './message-words.ts'

test('[TEXTING-38] codes of a message are read as the documents name them', () => {
  expect(messageStatusChips.map(({ label }) => label)).toEqual([
    'Sending',
    'Sent',
    'Delivered',
    'Error',
    'Warning',
  ])
  expect(messageTypes).toEqual(['Text', 'OptInRequest', 'OptInResponse', 'Farewell'])
  expect([0, 1, 2].map(toSource)).toEqual(['Sent', 'Received', 'Received'])
})

test('the summary of a message is one line that does not hold what was written', () => {
  const message = {
    id: 'm-1',
    bandwidthMessageId: 'bw-1',
    source: 0,
    intPhone: '8015550142',
    extPhone: '3855550100',
    type: 0,
    status: 3,
    statusTS: '2026-11-20T09:00:00.000Z',
    errorCode: 4720,
    errLong: 'Invalid destination',
    attachments: [],
    text: 'See you\nMonday',
  }
  expect(toSummary(message)).toBe(
    'Message m-1 · Error · Text · Sent · 801-555-0142 → 385-555-0100 · 2026-11-20T09:00:00.000Z · Invalid destination (4720)',
  )
  expect(toSummary({ ...message, errorCode: 0 })).not.toContain('(')
  expect(toSummary({ ...message, source: 1 })).toContain(' · Received · 385-555-0100 → 801-555-0142 · ')
})
