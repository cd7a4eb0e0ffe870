import { allCalls } from '@agency-support/contract'
import type { AnyCall } from '@agency-support/contract/call'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { texting } from '@agency-support/contract/modules/texting'
import { P, permissionMessages } from '@agency-support/contract/permissions'
import pMap from 'p-map'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import type { TestClient } from '../../test/client.ts'
import type { Got } from '../../test/exchange.ts'
import { allPermissions, type Person } from '../../test/people.ts'
import { sampled } from '../../test/samples.ts'
import { looseWireForm } from '../../test/wire.ts'

const server = useServer({ config: { signInByGet: true } })

// No more than a test server has connections: whoever waits for one longer than a second and a half gets 503, and would
// count as let in.
const atOnce = { concurrency: 5 }

/** A staff member of the matrix: CanAccess plus one permission, or all permissions but one. */
interface Member {
  permission: number
  person: Person
  client: TestClient
}

/** The row of one call. */
interface Line {
  name: string
  access: string
  /** Without any one of these, a person who holds all others is refused. */
  refusedWithout: number[]
  /** Any one of these, together with CanAccess, is enough. */
  enough: number[]
}

const refusals: readonly string[] = [permissionMessages.access, permissionMessages.feature]

function isLetIn({ status, body }: Got): boolean {
  if (status === 401) return false
  return status !== 403 || !refusals.some((sentence) => body.includes(sentence))
}

async function makeMembers(hold: (permission: number) => readonly number[]): Promise<Member[]> {
  const make = async (permission: number): Promise<Member> => {
    const person = await server.person({ permissions: hold(permission) })
    return { permission, person, client: await server.as(person) }
  }
  return pMap(allPermissions, make, atOnce)
}

/** Calls whose permissions depend on their input, with input for the case that the sample does not cover. */
const alsoAsked: readonly (typeof sampled)[number][] = [
  {
    name: 'agencyFiles.download of a client file',
    call: agencyFiles.download,
    input: { agencyId: '4040404', type: 'client', clientId: '00004711', location: '0' },
  },
  {
    name: 'texting.setProductStatus of e-signature',
    call: texting.setProductStatus,
    input: { agencyId: 4_040_404, productKey: 3, status: 1 },
  },
]

/** The permissions of those a call lets in; calls below staff may end their session, so each member uses a new one. */
async function askAll(members: readonly Member[], call: AnyCall, input: unknown): Promise<number[]> {
  const sent = looseWireForm(call, input)
  const letIn: number[] = []
  const ask = async ({ permission, person, client }: Member): Promise<void> => {
    if (call.access === 'staff') {
      if (isLetIn(await client.send(sent))) letIn.push(permission)
      return
    }
    const own = await server.as(person)
    if (isLetIn(await own.send(sent))) letIn.push(permission)
    own.close()
  }
  await pMap(members, ask, atOnce)
  return letIn
}

const inOrder = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other)

async function askLine(
  { one, allBut }: { one: readonly Member[]; allBut: readonly Member[] },
  { name, call, input }: (typeof sampled)[number],
): Promise<Line> {
  // Otherwise the rate limit for sign-ins from one address would refuse them.
  if (call.rate === 'signin') server.clock.turn(61)
  const enough = await askAll(one, call, input)
  if (call.rate === 'signin') server.clock.turn(61)
  const withAllBut = await askAll(allBut, call, input)
  const refusedWithout = allPermissions.filter((id) => !withAllBut.includes(id))
  return { name, access: call.access, refusedWithout: inOrder(refusedWithout), enough: inOrder(enough) }
}

function toCell(ids: readonly number[], all: string): string {
  if (ids.length === 0) return 'none'
  return ids.length === allPermissions.length ? all : ids.join(', ')
}

function toPage(lines: readonly Line[]): string {
  const names = Object.entries(P).map(([name, id]) => `| ${id} | ${name} |`)
  const rows = lines.map(
    ({ name, access, refusedWithout, enough }) =>
      `| ${name} | ${access} | ${toCell(refusedWithout, 'all refused')} | ${toCell(enough, 'any')} |`,
  )
  return [
    '# Who may make which call',
    '',
    'Written by asking: for each of the 26 permissions one staff member who holds it beside CanAccess and one who holds all others made every call of the contract, with the sample of `server/test/samples.ts`. `npm test -- unit server/src/http/authorisation-matrix.test.ts` asks again and fails where a line differs or a call has none; with `-u` behind it, it writes the page anew.',
    '',
    '- Open to: `staff` needs CanAccess, `session` any session, `restricted` also one whose password must be changed first, `anyone` none; `agent` and `provider` show a proof of their own, so that every member of staff is refused.',
    '- Refused without: each of these is needed, whatever else is held.',
    '- Enough beside CanAccess: whoever holds one of these is let in; `any` with each of the 26, `none` where more than one is needed or no permission opens it.',
    '',
    '| Call | Open to | Refused without | Enough beside CanAccess |',
    '|---|---|---|---|',
    ...rows,
    '',
    '| Permission | Name |',
    '|---|---|',
    ...names,
    '',
  ].join('\n')
}

test('a call whose permissions depend on what is asked for is asked for either', () => {
  const depending = allCalls.filter(({ needs }) => typeof needs === 'function')
  expect(alsoAsked.map(({ call }) => call.name).sort()).toEqual(depending.map(({ name }) => name).sort())
})

/** Calls open below staff may end the members' sessions, and turning the clock for sign-ins does too: they come last. */
const place = ({ call }: (typeof sampled)[number]): number =>
  Number(call.access !== 'staff') + Number(call.rate === 'signin')

// In parts, because a busy machine takes minutes for all of the ten thousand requests.
const parts = Map.groupBy(
  [...sampled, ...alsoAsked].toSorted((a, b) => place(a) - place(b)),
  (one) => (place(one) === 0 ? one.name.split('.', 1)[0] : 'sign-in and below'),
)

describe('the matrix of permissions', () => {
  const members: { one: Member[]; allBut: Member[] } = { one: [], allBut: [] }
  const lines: Line[] = []
  beforeAll(async () => {
    members.one = await makeMembers((id) => [...new Set([P.CanAccess, id])])
    members.allBut = await makeMembers((id) => allPermissions.filter((held) => held !== id))
  })

  test.for([...parts])('asked of %s', async ([, calls]) => {
    for (const one of calls) lines.push(await askLine(members, one))
  })

  test('each of the 26 permissions opens the calls that the committed matrix says, and no other', async () => {
    expect(lines).toHaveLength(allCalls.length + alsoAsked.length)
    const page = toPage(lines.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    await expect(page).toMatchFileSnapshot('../../../docs/authorisation-matrix.md')
  })
})
