import { expect, test } from 'vitest'
import { useFormstack } from '../../test/formstack.ts'
import { failure } from '../../test/provider-failure.ts'

const world = useFormstack()
const { control, fault, received } = world

test('changes are done once each, carry the work they are part of, and what is gone is done', async () => {
  await world.esign.setUserActive('558213', { active: false, key: '17' })
  await world.esign.setUserActive('558213', { active: false, key: '17' })
  await world.esign.removeUser('558 2/14', '18')
  await world.esign.removeUser('558 2/14', '18')
  await world.esign.setUserActive('558 2/14', { active: false, key: '18' })
  expect(await control('GET', '/effects')).toEqual({
    17: { 'deactivated 558213': 1 },
    18: { 'removed 558 2/14': 1 },
  })
  expect(await world.esign.getUser('558213')).toMatchObject({ active: false })
})

test('a change whose answer is lost is read, not made again', async () => {
  await fault({ endpoint: 'patch', kind: 'lost', times: 1 })
  await world.esign.setUserActive('558213', { active: false, key: '17' })
  await fault({ endpoint: 'delete', kind: 'lost', times: 1 })
  await world.esign.removeUser('558213', '17')
  const changes = (await received()).filter((line) => /^(PATCH|DELETE)/.test(line))
  expect(changes).toEqual(['PATCH /scim/Users/558213', 'DELETE /scim/Users/558213'])
  expect(await control('GET', '/effects')).toEqual({
    17: { 'deactivated 558213': 1, 'removed 558213': 1 },
  })
})

test('a change that is not sent is known not to be made', async () => {
  await fault({ kind: 'status', status: 500 })
  for (let time = 0; time < 5; time += 1) await failure(world.esign.getUser('558213'))
  expect(await failure(world.esign.removeUser('558213', '17'))).toMatchObject({
    message: 'Formstack has not answered lately',
    mayBeDone: false,
  })
})

test('a change that was not done is a failure, and is not made again', async () => {
  await fault({ endpoint: 'patch', kind: 'drop', times: 1 })
  expect(await failure(world.esign.setUserActive('558213', { active: false, key: '17' }))).toMatchObject({
    kind: 'unavailable',
  })
  await fault({ endpoint: 'patch', kind: 'status', status: 503, times: 1 })
  expect(await failure(world.esign.setUserActive('558213', { active: false, key: '17' }))).toMatchObject({
    status: 503,
  })
  expect((await received()).filter((line) => line.startsWith('PATCH'))).toHaveLength(2)
  expect(await control('GET', '/effects')).toEqual({})
})

test.each([
  ['a page', { status: 200, body: '<html>Sign in</html>' }],
  ['nothing', { status: 200, body: '' }],
  ['1.1 MB', { status: 200, body: ' '.repeat(1_100_000) }],
])(
  'a change that is answered with 200 and %s is read, and a failure where it was not done',
  async (_what, given) => {
    const answered = { kind: 'status', times: 1, ...given }
    await fault({ endpoint: 'delete', ...answered })
    expect(await failure(world.esign.removeUser('558213', '17'))).toMatchObject({
      kind: 'protocol',
      mayBeDone: false,
    })
    await fault({ endpoint: 'patch', ...answered })
    const change = world.esign.setUserActive('558213', { active: false, key: '17' })
    expect(await failure(change)).toMatchObject({ kind: 'protocol', mayBeDone: false })
    expect(await control('GET', '/effects')).toEqual({})
    await fault({ endpoint: 'delete', kind: 'body', body: '<html>Sign in</html>', times: 1 })
    await world.esign.removeUser('558213', '17')
    expect(await control('GET', '/effects')).toEqual({ 17: { 'removed 558213': 1 } })
  },
)

test('a change that is answered with an account that was not changed is read, and a failure', async () => {
  const body = JSON.stringify({ id: '558213', userName: 'ann@smith.test', active: true })
  const unchanged = { kind: 'status', status: 200, body, times: 1 }
  await fault({ endpoint: 'patch', ...unchanged })
  expect(await failure(world.esign.setUserActive('558213', { active: false, key: '17' }))).toMatchObject({
    kind: 'protocol',
    message: 'Formstack answered without making the change',
    mayBeDone: false,
  })
  await fault({ endpoint: 'delete', ...unchanged })
  expect(await failure(world.esign.removeUser('558213', '17'))).toMatchObject({ mayBeDone: false })
  expect(await control('GET', '/effects')).toEqual({})
})

test('tokens that are not found mean neither that a group is missing nor that an account is gone', async () => {
  await fault({ endpoint: 'token', kind: 'status', status: 404 })
  const noToken = { kind: 'auth', status: 404, mayBeDone: false }
  expect(await failure(world.esign.getGroup('4711'))).toMatchObject(noToken)
  expect(await failure(world.esign.removeUser('558213', '17'))).toMatchObject(noToken)
})

test.each([
  { kind: 'status', status: 200, body: '<html>Sign in</html>' },
  { kind: 'status', status: 404, type: 'text/html', body: '<html>Not found</html>' },
  { kind: 'status', status: 502 },
  { kind: 'drop' },
])(
  'without a token, because of %j, a change is not made, and nobody is told that it may be',
  async (given) => {
    await fault({ endpoint: 'token', ...given })
    const change = world.esign.setUserActive('558213', { active: false, key: '17' })
    expect(await failure(change)).toMatchObject({ isUnsent: true, mayBeDone: false })
  },
)

test('a change that is refused is a failure, even where nothing was left to change', async () => {
  await fault({ endpoint: 'patch', kind: 'status', status: 400, times: 1 })
  expect(await failure(world.esign.setUserActive('558213', { active: true, key: '17' }))).toMatchObject({
    status: 400,
  })
})
