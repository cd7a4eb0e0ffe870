import { lockedNames } from '../../modules/session/public.ts'
import { listStaff, shownStatus } from '../../modules/staff/public.ts'
import { type Cli, printResult, type Verb } from '../cli.ts'
import { runAdd } from './add.ts'
import {
  runDisable,
  runEnable,
  runPermissions,
  runRemoveSecondFactor,
  runSetPassword,
  runUnlock,
} from './change.ts'

const statusWords = ['enabled', 'disabled', 'locked', 'must change password']

async function list(cli: Cli): Promise<void> {
  const members = await listStaff(cli.db.read)
  const names = members.map(({ username }) => username)
  const locked = await lockedNames(cli.db.read, names, cli.clock.now())
  const staff = members.map((member) => {
    const { username: email, first_name: firstName, last_name: lastName, permissions } = member
    const status = statusWords[shownStatus(member, locked.has(email))]
    return { email, firstName, lastName, status, permissions }
  })
  const lines = staff.map(({ email, firstName, lastName, status, permissions }) => {
    return `${email}  ${`${firstName} ${lastName}`.trim()}  ${status}  ${permissions.join(',')}`
  })
  printResult(cli, { staff }, lines)
}

const passwordOptions = {
  'password-stdin': { type: 'boolean' },
  generate: { type: 'boolean' },
  'must-change': { type: 'boolean' },
} as const
const passwordUsage = '[--password-stdin | --generate] [--must-change]'

/** The people who may sign in, on the command line. */
export const staffVerbs: Readonly<Record<string, Verb>> = {
  'staff list': {
    usage: '',
    about: 'Show everybody with status and permissions.',
    options: {},
    words: [0, 0],
    json: true,
    run: (_typed, cli) => list(cli),
  },
  'staff add': {
    usage: `EMAIL --first NAME --last NAME [--permissions 2000,2006|all] ${passwordUsage}`,
    about: 'Add a person; asks for the password unless told where it comes from.',
    options: {
      first: { type: 'string' },
      last: { type: 'string' },
      permissions: { type: 'string' },
      ...passwordOptions,
    },
    words: [1, 1],
    run: runAdd,
  },
  'staff set-password': {
    usage: `EMAIL ${passwordUsage}`,
    about: "Set somebody's password; ends their sessions.",
    options: passwordOptions,
    words: [1, 1],
    run: runSetPassword,
  },
  'staff grant': {
    usage: 'EMAIL NUMBER|NAME…',
    about: 'Give permissions; `all` stands for the whole catalogue.',
    options: {},
    words: [2, 100],
    run: runPermissions('grant'),
  },
  'staff revoke': {
    usage: 'EMAIL NUMBER|NAME…',
    about: 'Take permissions away; without 2000 the sessions end.',
    options: {},
    words: [2, 100],
    run: runPermissions('revoke'),
  },
  'staff unlock': {
    usage: 'EMAIL',
    about: 'Lift the lock after failed sign-ins.',
    options: {},
    words: [1, 1],
    run: runUnlock,
  },
  'staff remove-second-factor': {
    usage: 'EMAIL',
    about: 'Take away a lost authenticator app, passkeys and recovery codes; ends the sessions.',
    options: {},
    words: [1, 1],
    run: runRemoveSecondFactor,
  },
  'staff disable': {
    usage: 'EMAIL',
    about: 'Keep somebody from signing in; ends their sessions.',
    options: {},
    words: [1, 1],
    run: runDisable,
  },
  'staff enable': {
    usage: 'EMAIL',
    about: 'Let a disabled person sign in again.',
    options: {},
    words: [1, 1],
    run: runEnable,
  },
}
