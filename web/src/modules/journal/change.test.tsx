// @vitest-environment jsdom
import type { FieldValues, JournalEntry } from '@agency-support/contract/modules/journal'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Change } from './change.tsx'

const entry = (event: string, before: FieldValues, after: FieldValues): JournalEntry => ({
  id: 1,
  at: '2026-11-20T09:00:00Z',
  actorKind: 'staff',
  actor: 'Ada',
  agencyId: 6938,
  event,
  subject: null,
  before,
  after,
  reason: null,
  sessionId: null,
  requestId: null,
})

test.each<[string, FieldValues, FieldValues, string]>([
  ['agencies.detailsChanged', { regionId: 2 }, { regionId: 3 }, 'region idCentralEast'],
  ['agencies.storageModeChanged', { storageMode: 0 }, { storageMode: 1 }, 'storage modeAgencyPool'],
  ['agencies.statusChanged', { status: 1 }, { status: 2 }, 'statusOnboardingOnline'],
  ['texting.productStatusChanged', { status: 1 }, { status: 0 }, 'statusPendingEnabled'],
  ['agencies.renamed', { name: '' }, { name: null }, 'nameemptynone'],
])('an unfolded %s tells %j → %j in words', (event, before, after, words) => {
  const { container } = render(<Change entry={entry(event, before, after)} />)
  expect(container.textContent).toBe(words)
})

test('an unfolded command that its software did not know tells so in words', () => {
  const failed = {
    ...entry('agencyCommands.finished', { commandState: 'running' }, { commandState: 'failed' }),
    reason: 'unknownCommand',
  }
  const { container } = render(<Change entry={failed} />)
  expect(container.textContent).toBe('command staterunningfailednot known to its software')
})

test('an unfolded entry tells the reason that a person typed as it was typed', () => {
  const ended = { ...entry('agencyUsers.superUserRevoked', {}, {}), reason: 'unknownCommand' }
  const { container } = render(<Change entry={ended} />)
  expect(container.textContent).toBe('unknownCommand')
})
