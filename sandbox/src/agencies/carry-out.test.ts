import { parseCommandResult } from '@agency-support/contract/modules/agency-command-shapes'
import {
  agencyCommandChoices,
  logChoices,
  resendCommands,
} from '@agency-support/contract/rules/agency-commands'
import { expect, test } from 'vitest'
import { type AgencyData, CommandFailed, type CommandRun, carryOut } from './commands.ts'
import { errorFor } from './conversion-errors.ts'
import type { AgencyFile } from './files/agency-file.ts'
import { getUsers } from './people.ts'
import { getProfile, seededRandomFor } from './profile.ts'

const now = new Date('2026-11-20T15:00:00Z')
const well = 6938
const full = 6866
const failing = 13141

interface Done {
  agency: AgencyData
  lines: string[]
  files: AgencyFile[]
  reports: number
  unlocked: string[]
  result: object
  released: string[]
}

async function done(agencyId: number, command: string, argument = '', clients: string[] = []): Promise<Done> {
  const facts = {
    agencyId,
    versionDisplay: '5.4.2',
    isOnline: false,
    timeZoneId: 'America/Chicago',
    status: 2,
  }
  const profile = getProfile(facts)
  const errors = clients.map((clientId) => errorFor(seededRandomFor(agencyId, clientId), clientId, now))
  const agency: AgencyData = { profile, users: getUsers(profile), errors }
  const seen: Done = { agency, lines: [], files: [], reports: 0, unlocked: [], result: {}, released: [] }
  const run: CommandRun = {
    agency,
    argument,
    now: () => now,
    say: async (line) => void seen.lines.push(line),
    work: async () => undefined,
    send: async (file) => void seen.files.push(file),
    reportErrors: async () => void (seen.reports += 1),
    release: async (username) => seen.released.push(username),
    unlock: async (username) => void seen.unlocked.push(username),
    temporaryUsers: async () => ['--0'],
  }
  seen.result = await carryOut(command, run)
  return seen
}

test('every command that staff can order, and every resend, is known to the software', async () => {
  for (const { value } of [...agencyCommandChoices, ...resendCommands]) {
    const argument = value === 'sync' || value === 'resendClient' ? '00000001' : ''
    const { lines, result } = await done(well, value, argument)
    expect(lines).not.toEqual([])
    expect(parseCommandResult(value, result), value).toEqual({ result })
  }
})

test('an unknown command fails with a sentence, whatever it is called', async () => {
  for (const command of ['format', '', 'toString', '__proto__'])
    await expect(done(well, command)).rejects.toThrow(
      new CommandFailed(`This version does not know the command ${command}.`, { reason: 'unknownCommand' }),
    )
})

test('every log that can be chosen is sent, all of them for all, the log of errors without a choice', async () => {
  for (const { value } of logChoices) {
    const names = (await done(well, 'log', value)).files.map(({ name }) => name)
    expect(names).toEqual(value === 'all' ? logChoices.slice(0, -1).map((choice) => choice.value) : [value])
  }
  expect((await done(well, 'log')).files.map(({ name }) => name)).toEqual(['error.log'])
  await expect(done(well, 'log', '../secrets')).rejects.toThrow('There is no log ../secrets.')
})

test('a full disk lets the config fail', async () => {
  await expect(done(full, 'agency')).rejects.toThrow('There is not enough space on the disk.')
})

test('a client that is sent has no error any more, and that is reported once', async () => {
  const { agency, files, reports } = await done(well, 'sync', '00000001,00000002', ['00000001', '00000009'])
  expect(files.map(({ clientId }) => clientId)).toEqual(['00000001', '00000002'])
  expect(agency.errors.map(({ clientId }) => clientId)).toEqual(['00000009'])
  expect(reports).toBe(1)
  expect((await done(well, 'sync', '00000001')).reports).toBe(0)
})

test('a client that fails becomes an error of the agency; one that is none of its own does not', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => String(at + 1).padStart(8, '0'))
  const { agency, files, lines, reports, result } = await done(
    failing,
    'sync',
    [...ids, '99999999'].join(','),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(agency.errors.length).toBe(20 - files.length)
  expect(agency.errors.map(({ clientId }) => clientId)).not.toContain('99999999')
  expect(reports).toBe(1)
  expect(lines.at(-1)).toBe(`${files.length} of 21 sent.`)
  expect(result).toMatchObject({ sent: files.length })
  expect((result as { failed: object[] }).failed).toHaveLength(21 - files.length)
  await expect(done(well, 'sync', '99999999')).rejects.toThrow('None could be sent.')
})

test('a user is unlocked, unless there is none of that name', async () => {
  const [user] = (await done(well, 'count')).agency.users
  const username = user?.username ?? ''
  expect((await done(well, 'unlockUser', username)).unlocked).toEqual([username])
  await expect(done(well, 'unlockUser', 'nobody')).rejects.toThrow('There is no user nobody.')
  expect((await done(well, 'superUsers')).lines).toEqual(['Temporary users: --0.'])
  expect((await done(well, 'releaseSeat', username)).lines).toEqual([
    `${username} is signed out on every computer.`,
  ])
})
