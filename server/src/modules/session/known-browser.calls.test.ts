import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { session } from '@agency-support/contract/modules/session'
import { staff } from '@agency-support/contract/modules/staff'
import { beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { allPermissions, type Person } from '../../../test/people.ts'
import { attempt, attemptStatus, attemptStatuses, wrongPasswords } from '../../../test/sign-in.ts'

const password = 'correct horse battery'
const server = useServer()
let admin: TestClient
beforeEach(async () => {
  server.clock.turn(3600)
  admin = await server.asNew({ permissions: allPermissions })
})

/** A browser in which a person signed in and out. */
async function makeBrowser(person: Person, existing?: TestClient): Promise<TestClient> {
  const browser = existing ?? (await server.as(null))
  expect((await attempt(server, person.username, password, browser)).bare().status).toBe(0)
  await browser.call(session.signOut, {})
  return browser
}
const statusIn = async (browser: TestClient, { username }: Person, given = password): Promise<number> =>
  (await attempt(server, username, given, browser)).bare().status
const failIn = async (browser: TestClient, person: Person, times = 10): Promise<void> => {
  for (const guess of wrongPasswords(times)) expect(await statusIn(browser, person, guess)).toBe(3)
}
const failOutside = async ({ username }: Person): Promise<void> => {
  expect(new Set(await attemptStatuses(server, username, wrongPasswords(10)))).toEqual(new Set([3]))
}
async function isShownLocked({ username }: Person): Promise<boolean | undefined> {
  const { data } = await admin.call(staff.accounts, {})
  return data.find((one) => one.username === username)?.locked
}

describe('a browser in which the person signed in lately', () => {
  test('counts apart: whoever locks the name from outside keeps nobody out who is known', async () => {
    const person = await server.person({ password })
    const browser = await makeBrowser(person)
    await failOutside(person)
    expect(await attemptStatus(server, person.username, password)).toBe(4)
    expect(await statusIn(browser, person)).toBe(0)
  })

  test('is locked by ten failures of its own, and locks nobody out elsewhere', async () => {
    const person = await server.person({ password })
    const [browser, other] = [await makeBrowser(person), await makeBrowser(person)]
    await failIn(browser, person)
    expect(await statusIn(browser, person)).toBe(4)
    expect(await statusIn(other, person)).toBe(0)
    expect(await attemptStatus(server, person.username, password)).toBe(0)
    expect(await statusIn(browser, person)).toBe(4)
    server.clock.turn(15 * 60)
    expect(await statusIn(browser, person)).toBe(0)
  })

  test('is one of anybody’s for another name', async () => {
    const [person, other] = [await server.person({ password }), await server.person({ password })]
    const browser = await makeBrowser(person)
    await failOutside(other)
    expect(await statusIn(browser, other)).toBe(4)
    await failIn(browser, await server.person({ password }), 3)
  })

  test('may be known for several people', async () => {
    const people = [await server.person({ password }), await server.person({ password })]
    const browser = await server.as(null)
    for (const person of people) await makeBrowser(person, browser)
    for (const person of people) await failOutside(person)
    server.clock.turn(60)
    for (const person of people) expect(await statusIn(browser, person)).toBe(0)
  })

  test('is forgotten after thirty days without a sign-in', async () => {
    const person = await server.person({ password })
    const [kept, late] = [await makeBrowser(person), await makeBrowser(person)]
    server.clock.turn(30 * 24 * 3600 - 120)
    await failOutside(person)
    expect(await statusIn(kept, person)).toBe(0)
    server.clock.turn(120)
    expect(await statusIn(late, person)).toBe(4)
  })
})

describe('confirming who one is', () => {
  test('counts apart from sign-ins, in either direction', async () => {
    const person = await server.person({ password })
    const signedIn = await server.as(person)
    await failOutside(person)
    expect((await signedIn.call(secondFactor.stepUp, { password })).code).toBe(0)
    const other = await server.person({ password })
    const browser = await server.as(other)
    for (const guess of wrongPasswords(10)) await browser.call(secondFactor.stepUp, { password: guess })
    const locked = await browser.call(secondFactor.stepUp, { password })
    expect([locked.code, locked.message]).toEqual([428, 'Too many wrong attempts. Please wait 15 minutes.'])
    expect(await isShownLocked(other)).toBe(true)
    expect(await attemptStatus(server, other.username, password)).toBe(0)
  })
})

describe('Staff Accounts tells of a lock wherever it keeps somebody out, and unlocking lifts them all', () => {
  const locks: [string, (person: Person) => Promise<() => Promise<unknown>>, unknown, unknown][] = [
    [
      'from outside',
      async (person) => {
        await failOutside(person)
        return () => attemptStatus(server, person.username, password)
      },
      4,
      0,
    ],
    [
      'in a known browser',
      async (person) => {
        const browser = await makeBrowser(person)
        await failIn(browser, person)
        return () => statusIn(browser, person)
      },
      4,
      0,
    ],
    [
      'in a live session',
      async (person) => {
        const signedIn = await server.as(person)
        for (const guess of wrongPasswords(10)) await signedIn.call(secondFactor.stepUp, { password: guess })
        return async () => (await signedIn.call(secondFactor.stepUp, { password })).code
      },
      428,
      0,
    ],
  ]
  test.each(locks)('%s', async (_where, lock, lockedOut, letIn) => {
    const person = await server.person({ password })
    const { username } = person
    const tryNow = await lock(person)
    expect(await tryNow()).toBe(lockedOut)
    expect(await isShownLocked(person)).toBe(true)
    const unlocked = await admin.call(staff.unlockAccount, { username })
    expect([unlocked.code, unlocked.data[0]?.locked]).toEqual([0, false])
    expect(await isShownLocked(person)).toBe(false)
    expect(await tryNow()).toBe(letIn)
  })

  test('all three at once', async () => {
    const person = await server.person({ password })
    const [browser, signedIn] = [await makeBrowser(person), await server.as(person)]
    await failOutside(person)
    server.clock.turn(60)
    await failIn(browser, person)
    for (const guess of wrongPasswords(10)) await signedIn.call(secondFactor.stepUp, { password: guess })
    expect((await admin.call(staff.unlockAccount, { username: person.username })).code).toBe(0)
    expect(await attemptStatus(server, person.username, password)).toBe(0)
    expect(await statusIn(browser, person)).toBe(0)
    expect((await signedIn.call(secondFactor.stepUp, { password })).code).toBe(0)
    const left = await server.db.read
      .selectFrom('sign_in_failure')
      .select('name_hash')
      .where('locked_until', '>', server.clock.now())
      .execute()
    expect(left).toEqual([])
  })
})

test('the lock holds for fifteen minutes from the failure that led to it, not from the first', async () => {
  const person = await server.person({ password })
  const { username } = person
  await attemptStatuses(server, username, wrongPasswords(9))
  server.clock.turn(14 * 60)
  expect(await attemptStatus(server, username, 'the tenth wrong one')).toBe(3)
  server.clock.turn(10 * 60)
  expect(await attemptStatus(server, username, password)).toBe(4)
  expect(await isShownLocked(person)).toBe(true)
  server.clock.turn(5 * 60)
  expect(await isShownLocked(person)).toBe(false)
  expect(await attemptStatus(server, username, password)).toBe(0)
})
