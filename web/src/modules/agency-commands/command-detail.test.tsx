// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { CommandDetail } from './command-detail.tsx'

const command = {
  commandId: 7,
  created: '2026-11-21T12:00:00.000Z',
  command: 'sync',
  argument: '00002082,00000250,00000017',
  state: 'queued',
  reason: null,
  attempt: 1,
  begun: false,
  issuedBy: 'ann@support.test',
  expectedPickup: 'whenBack',
  lastSeenAt: null,
  deliveredAt: null,
  begunAt: null,
  finishedAt: null,
  output: '',
  result: null,
  files: [],
} as const

test('the details of a command have its arguments whole, which the table cuts off', async () => {
  const { wrapper } = await openPage()
  const facts = (argument: string) =>
    render(<CommandDetail agencyId={6938} command={{ ...command, files: [], argument }} />, {
      wrapper,
    }).container.querySelector('dl')?.textContent
  expect(facts(command.argument)).toContain('Arguments00002082, 00000250, 00000017')
  expect(facts('')).not.toContain('Arguments')
})
