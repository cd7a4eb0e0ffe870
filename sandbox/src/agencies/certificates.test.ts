import { certificates } from '@agency-support/contract/modules/certificates'
import { expect, test } from 'vitest'
import { certificateEvents } from './certificates.ts'
import { getUsers } from './people.ts'
import { getProfile } from './profile.ts'

const facts = { versionDisplay: '5.4.2', isOnline: false, timeZoneId: 'America/Chicago', status: 2 }
const today = new Date('2026-11-20T15:00:00Z')

function listEvents(agencyId: number) {
  const profile = getProfile({ ...facts, agencyId })
  return certificateEvents(profile, getUsers(profile), today)
}
const many = Array.from({ length: 200 }, (_, at) => listEvents(50_000 + at))

test('certificates are reported as the contract takes them, the same in every run of a day, and not from the future', () => {
  for (const agencyId of [6938, 8951, 20003, 50_001]) {
    const events = listEvents(agencyId)
    expect(listEvents(agencyId)).toEqual(events)
    expect(certificates.report.input.parse({ events })).toEqual({ events })
    for (const { at } of events) expect(Date.parse(at)).toBeLessThan(today.getTime())
  }
})

test('some agencies have certificates, some withdrew one; 6938 has pages of them, 13141 none, 20003 Japanese clients', () => {
  const having = many.filter((events) => events.length > 0)
  expect(having.length).toBeGreaterThan(30)
  expect(having.length).toBeLessThan(120)
  expect(many.flat().some(({ kind }) => kind === 'withdrawn')).toBe(true)
  expect(listEvents(6938).length).toBeGreaterThan(30)
  expect(listEvents(13141)).toEqual([])
  const names = listEvents(20003).flatMap((event) => (event.kind === 'published' ? [event.name] : []))
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(name).toMatch(/[\u3040-\u9fff]/)
})
