import { allCalls } from '@agency-support/contract'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import { lines, sendRaw } from '../../test/raw-socket.ts'
import { sampled } from '../../test/samples.ts'
import { probe } from '../../test/sweep.ts'
import { looseWireForm } from '../../test/wire.ts'

const server = useServer({ config: { signInByGet: true } })

const kilobyte = 1024

test('the calls that take more than 64 kB, or less, are exactly these', () => {
  const unusual = allCalls.filter(({ at, maxBody }) => at.form !== 'upload' && maxBody !== 64 * kilobyte)
  expect(
    unusual.map(({ module, name, maxBody }) => `${module}.${name} ${Math.round(maxBody / kilobyte)}`).sort(),
  ).toEqual([
    'agencyCommands.finish 256',
    'agencyFiles.reportConversionErrors 34297',
    'agencyReportParts.part 1025',
    'agencyUsers.reportSignins 1024',
    'agencyUsers.reportUsers 13496',
    'agencyUsers.sendGridEvents5x 4096',
    'agencyUsers.sendGridEvents6x 4096',
    'alerts.agencyNames 128',
    'alerts.send 128',
    'certificates.report 29681',
    'email.purge 1024',
    'esignature.report 10691',
    'marketplace.report 1024',
    'products.overrideAgencies 1024',
    'products.save 1024',
    'products.saveAvailability 1024',
    'seats.reportSeats 30527',
    'session.signIn 8',
    'session.signInByGet 8',
    'session.signOut 8',
    'session.signOutByGet 8',
    'switches.clientConfig 8',
    'switches.environment 8',
    'texting.messageEvents 4096',
    'texting.orderEvents 4096',
    'texting.reportMessages 7531',
    'texting.reportSetUp 1024',
  ])
})

const guarded = sampled.filter(({ call }) => call.access !== 'anyone')

describe('whoever shows neither session nor key', () => {
  test.each(guarded)('is told so by $name before the body has come', async ({ call, input }) => {
    const { method, path } = looseWireForm(call, input)
    const announced = lines(
      `${method} ${path} HTTP/1.1`,
      'Host: a',
      `Origin: ${server.origin}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
      'Connection: close',
      '',
      '{',
    )
    const answer = await sendRaw(server.port, announced)
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    const sentences: Readonly<Record<string, string>> = {
      agent: 'Unknown agency key.',
      provider: 'The proof of who sends this is missing or wrong.',
    }
    const sentence = sentences[call.access] ?? 'Please sign in.'
    expect(answer).toContain(`{"code":401,"message":"${sentence}","data":[]}`)
    expect(/www-authenticate: Bearer/.test(answer)).toBe(call.access === 'agent')
  })
})

describe('the longest body', () => {
  const noText = ['query', 'upload', 'multipart']
  const withBody = sampled.filter(({ call }) => !noText.includes(call.at.form))

  test.each(withBody)('of $name', async ({ call, input }) => {
    const sent = looseWireForm(call, input)
    // Trailing spaces make the body longer without changing the JSON.
    const padded = (length: number) => ({ ...sent, body: String(sent.body ?? '{}').padEnd(length) })
    const longest = await probe(server, { call, sent: padded(call.maxBody) })
    expect(longest.status).not.toBe(413)
    const longer = await probe(server, { call, sent: padded(call.maxBody + 1) })
    expect([longer.status, JSON.parse(longer.body)]).toEqual([
      413,
      { code: 413, message: 'The request is too large.', data: [] },
    ])
  })
})
