import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { session, SignInStatus } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { generate } from 'otplib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { cliOn } from '../../../test/cli-run.ts'
import { turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { attempt, attemptStatus, attemptStatuses, wrongPasswords } from '../../../test/sign-in.ts'
import { verifyPassword } from '../../auth/passwords/hash.ts'
import { signInNameHash } from '../../auth/passwords/name-hash.ts'
import { runCli } from '../main.ts'

const { database, db } = useDatabase({ poolSize: 1 })
let cli: ReturnType<typeof cliOn>
let journalBefore: number

const email = 'ann@support.test'
const password = 'three green boats'
const add = (...options: string[]) =>
  cli(
    ['staff', 'add', email, '--first', 'Ann', '--last', 'Lee', '--password-stdin', ...options],
    `${password}\n`,
  )
const member = () => db.read.selectFrom('staff').selectAll().where('username', '=', email).executeTakeFirst()
const journal = () =>
  db.read
    .selectFrom('journal')
    .select(['event', 'actor_kind', 'actor', 'subject', 'before', 'after'])
    .where('seq', '>', journalBefore)
    .orderBy('seq')
    .execute()

async function openSession(): Promise<void> {
  const { staff_id } = (await member()) ?? { staff_id: 0 }
  const at = new Date()
  await db.write
    .insertInto('session')
    .values({
      staff_id,
      token_hash: Buffer.from(`token ${at.getTime()}`),
      created_at: at,
      authenticated_at: at,
      last_input_at: at,
      expires_at: at,
      hard_end_at: at,
    })
    .execute()
}
const liveSessions = async () =>
  (await db.read.selectFrom('session').select('session_id').where('ended_at', 'is', null).execute()).length

beforeAll(() => {
  cli = cliOn(runCli, database.url)
})
beforeEach(async () => {
  await db.write.deleteFrom('session').execute()
  await db.write.deleteFrom('staff').execute()
  const { last } = await db.read
    .selectFrom('journal')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  journalBefore = last ?? 0
})

test('a person is added with their password, permissions and journal row', async () => {
  expect(await add('--permissions', '2006, CanAccess')).toEqual({
    code: 0,
    out: `Added ${email} with permissions 2000, 2006.\n`,
    err: '',
  })
  const row = await member()
  expect(row).toMatchObject({ first_name: 'Ann', last_name: 'Lee', status: 0, permissions: [2000, 2006] })
  expect(await verifyPassword(row?.password_hash ?? '', password)).toBe(true)
  expect(await journal()).toEqual([
    {
      event: 'staff.added',
      actor_kind: 'system',
      actor: 'cli',
      subject: email,
      before: null,
      after: { firstName: 'Ann', lastName: 'Lee', status: 0, permissions: '2000, 2006' },
    },
  ])
  expect(JSON.stringify(await journal())).not.toContain('argon2')
})

test('names are lower-cased; all stands for the whole catalogue; must-change asks for another password', async () => {
  await cli(
    [
      'staff',
      'add',
      ' Ann@Support.TEST ',
      '--first',
      'A',
      '--last',
      'L',
      '--permissions',
      'all',
      '--must-change',
      '--password-stdin',
    ],
    password,
  )
  expect(await member()).toMatchObject({ status: 3, permissions: Object.values(P) })
})

test('a generated password is shown once and fits', async () => {
  const { out } = await cli(['staff', 'add', email, '--first', 'A', '--last', 'L', '--generate'])
  const shown = /^Password, shown this once: (\S{20})$/m.exec(out)?.[1] ?? ''
  expect(await verifyPassword((await member())?.password_hash ?? '', shown)).toBe(true)
})

test.each([
  ['a name that is taken', [], 'exists already. Nothing was changed.'],
  [
    'an unknown permission',
    ['--permissions', '2009'],
    'There is no permission "2009". Known are: 1 CanListUsers,',
  ],
])('staff add refuses %s', async (_what, options, sentence) => {
  await add()
  const { code, err } = await add(...options)
  expect([code, err.includes(sentence)]).toEqual([1, true])
})

test.each([
  ['short', 'Password must be at least 15 characters.\n'],
  [email, 'Password must not be your user name.\n'],
  ['password12345678', 'This password is too common. Please choose another one.\n'],
  ['x'.repeat(257), 'Password must be at most 256 characters.\n'],
  ['', 'Password must be at least 15 characters.\n'],
])('staff add refuses the password %j', async (bad, err) => {
  const words = ['staff', 'add', email, '--first', 'A', '--last', 'L', '--password-stdin']
  expect(await cli(words, bad)).toEqual({ code: 1, out: '', err })
  expect(await member()).toBeUndefined()
})

test.each([
  [['ann', '--first', 'A', '--last', 'L', '--generate'], '"ann" is not an email address.\n'],
  [[email, '--last', 'L', '--generate'], "--first is missing: the person's first name.\n"],
  [
    ['аnn@support.test', '--first', 'A', '--last', 'L', '--generate'],
    'User name must not mix scripts: “а” (U+0430) is Cyrillic, “n” is Latin.\n',
  ],
  [
    [email, '--first', 'A\u202e', '--last', 'L', '--generate'],
    '--first: Names must not contain the invisible character U+202E.\n',
  ],
  [
    [email, '--first', 'A', '--last', 'L'],
    'Give a password with --password-stdin, or --generate to have one made.\n',
  ],
])('staff add %j fails with a sentence', async (words, err) => {
  expect(await cli(['staff', 'add', ...words])).toEqual({ code: 1, out: '', err })
})

test('set-password ends the sessions and lifts the forced change', async () => {
  await add('--must-change')
  await openSession()
  const { out } = await cli(['staff', 'set-password', email, '--password-stdin'], 'four yellow boats\n')
  expect(out).toBe(`The password of ${email} is set; 1 session ended.\n`)
  expect(await liveSessions()).toBe(0)
  const row = await member()
  expect(row).toMatchObject({ status: 0, version: 2 })
  expect(await verifyPassword(row?.password_hash ?? '', 'four yellow boats')).toBe(true)
  expect((await journal()).at(-1)).toMatchObject({
    event: 'staff.passwordSet',
    subject: email,
    after: { status: 0 },
  })
  await cli(['staff', 'set-password', email, '--generate', '--must-change'])
  expect(await member()).toMatchObject({ status: 3 })
})

test('what is done to an account on the command line is told to the person by `cli`', async () => {
  await add()
  await cli(['staff', 'set-password', email, '--generate'])
  await cli(['staff', 'disable', email])
  await cli(['staff', 'enable', email])
  const notices = await db.read
    .selectFrom('staff_notice')
    .select(['kind', 'done_by'])
    .orderBy('notice_id')
    .execute()
  expect(notices.map(({ kind, done_by }) => [kind, done_by])).toEqual([
    ['passwordSet', 'cli'],
    ['disabled', 'cli'],
    ['enabled', 'cli'],
  ])
})

test('granting and revoking tell what is held now; nothing new records nothing', async () => {
  await add('--permissions', '2000')
  await openSession()
  expect((await cli(['staff', 'grant', email, '2006', 'SeatManagement'])).out).toBe(
    `${email} now holds: 2000, 2005, 2006.\n`,
  )
  expect((await cli(['staff', 'grant', email, '2005,2006'])).out).toBe(`Nothing to change for ${email}.\n`)
  expect((await cli(['staff', 'revoke', email, '2006'])).out).toBe(`${email} now holds: 2000, 2005.\n`)
  expect((await cli(['staff', 'revoke', email, 'all'])).out).toBe(`${email} now holds: nothing.\n`)
  // It may use nothing, and its console says why (D-95).
  expect(await liveSessions()).toBe(1)
  expect((await journal()).map(({ event, before, after }) => [event, before, after])).toEqual([
    ['staff.added', null, expect.anything()],
    [
      'staff.permissionsChanged',
      { permissions: '2000' },
      { permissions: '2000, 2005, 2006', added: 'SeatManagement, EditAgencyStatus' },
    ],
    [
      'staff.permissionsChanged',
      { permissions: '2000, 2005, 2006' },
      { permissions: '2000, 2005', removed: 'EditAgencyStatus' },
    ],
    [
      'staff.permissionsChanged',
      { permissions: '2000, 2005' },
      { permissions: '', removed: 'CanAccess, SeatManagement' },
    ],
  ])
})

test('unlock forgets the failures of that name only, and lifts a lock set by hand', async () => {
  await add()
  await using server = await testServer({
    clock: turnableClock(new Date().toISOString()),
    database,
  })
  for (const name of [email, 'bob@support.test']) await attemptStatuses(server, name, wrongPasswords(10))
  expect((await cli(['staff', 'list'])).out).toBe(`${email}  Ann Lee  locked  \n`)
  expect((await cli(['staff', 'unlock', email])).out).toBe(`${email} may try to sign in again.\n`)
  const left = await db.read.selectFrom('sign_in_failure').select('name_hash').execute()
  expect(left).toEqual([{ name_hash: signInNameHash('bob@support.test') }])
  expect((await cli(['staff', 'unlock', email])).out).toBe(`Nothing to change for ${email}.\n`)
  await db.write.updateTable('staff').set({ status: 2 }).execute()
  await cli(['staff', 'unlock', email])
  expect(await member()).toMatchObject({ status: 0 })
})

test('a lost second factor goes, and the password alone leads in again', async () => {
  await add('--permissions', '2000')
  await using server = await testServer({ clock: turnableClock(new Date().toISOString()), database })
  const browser = await server.as(null)
  const signIn = async () => (await attempt(server, email, password, browser)).bare().status
  expect(await signIn()).toBe(SignInStatus.success)
  const [begun] = (await browser.call(secondFactor.beginTotp, { proof: { password } })).data
  const epoch = server.clock.now().getTime() / 1000
  const code = await generate({ secret: begun?.secret ?? '', epoch })
  expect((await browser.call(secondFactor.confirmTotp, { code })).code).toBe(0)
  expect(await attemptStatus(server, email, password)).toBe(SignInStatus.mfaRequired)
  expect((await cli(['staff', 'remove-second-factor', email])).out).toBe(
    `${email} signs in by password alone until they set up another factor; 1 session ended.\n`,
  )
  expect((await browser.call(session.whoami, {})).status).toBe(401)
  expect(await signIn()).toBe(SignInStatus.success)
  expect((await journal()).filter(({ event }) => event === 'staff.secondFactorRemoved')).toEqual([
    expect.objectContaining({ actor_kind: 'system', actor: 'cli', subject: email }),
  ])
  const notices = await db.read.selectFrom('staff_notice').select(['kind', 'done_by']).execute()
  expect(notices).toEqual([{ kind: 'secondFactorRemoved', done_by: 'cli' }])
  expect((await cli(['staff', 'remove-second-factor', email])).out).toBe(`Nothing to change for ${email}.\n`)
})

test('disabling ends the sessions; enabling lets them sign in again', async () => {
  await add()
  await openSession()
  expect((await cli(['staff', 'disable', email])).out).toBe(`${email} is disabled; 1 session ended.\n`)
  expect([await liveSessions(), (await member())?.status]).toEqual([0, 1])
  expect((await cli(['staff', 'list'])).out).toBe(`${email}  Ann Lee  disabled  \n`)
  expect((await cli(['staff', 'disable', email])).out).toBe(`Nothing to change for ${email}.\n`)
  expect((await cli(['staff', 'enable', email])).out).toBe(`${email} is enabled.\n`)
  expect((await journal()).map(({ event }) => event)).toEqual([
    'staff.added',
    'staff.disabled',
    'staff.enabled',
  ])
})

test.each(['set-password', 'unlock', 'remove-second-factor', 'disable', 'enable'])(
  'staff %s of nobody is a sentence',
  async (verb) => {
    const { code, err } = await cli([
      'staff',
      verb,
      'none@support.test',
      ...(verb === 'set-password' ? ['--generate'] : []),
    ])
    expect([code, err]).toEqual([1, 'There is no staff member none@support.test.\n'])
  },
)
