import { expect, test } from 'vitest'
import { emptyStorage } from '../../test/answering-server.ts'
import { createRecents, maxPinned, maxRecents, parseRecents } from './recents.ts'

const agency = (agencyId: number, name = `Agency ${agencyId}`) => ({ agencyId, name, isCloud: false })

function started(user = 'lee@support.test') {
  const box = emptyStorage()
  let clock = 0
  const recents = createRecents(
    () => box,
    () => (clock += 1),
  )
  recents.setUser(user)
  return { box, recents, ids: () => recents.get().map(({ agencyId }) => agencyId) }
}

test('the agency opened last stands first, once, under its name of now', () => {
  const { recents, ids } = started()
  for (const id of [1, 2, 3]) recents.visit(agency(id))
  recents.visit(agency(1, 'New Name'))
  expect(ids()).toEqual([1, 3, 2])
  expect(recents.get()[0]?.name).toBe('New Name')
})

test('ten are kept; a pinned one is not pushed out, also when it is opened again', () => {
  const { recents, ids } = started()
  recents.pin(agency(99))
  recents.visit(agency(99))
  for (let id = 1; id <= 20; id += 1) recents.visit(agency(id))
  expect(ids()).toEqual([99, 20, 19, 18, 17, 16, 15, 14, 13, 12])
  expect(ids()).toHaveLength(maxRecents)
})

test('five can be pinned, the sixth is refused; an unpinned one goes back among the others', () => {
  const { recents, ids } = started()
  for (let id = 1; id <= maxPinned; id += 1) expect(recents.pin(agency(id))).toBe(true)
  expect(recents.pin(agency(6))).toBe(false)
  recents.visit(agency(7))
  recents.unpin(3)
  expect(ids()).toEqual([5, 4, 2, 1, 7, 3])
  expect(recents.pin(agency(6))).toBe(true)
})

test('a name that changed is taken over in its place, an agency that is gone is dropped', () => {
  const { recents, ids } = started()
  for (const id of [1, 2]) recents.visit(agency(id))
  recents.refresh({ agencyId: 1, name: 'Renamed', isCloud: true })
  expect(ids()).toEqual([2, 1])
  expect(recents.get()[1]).toMatchObject({ name: 'Renamed', isCloud: true })
  recents.drop(2)
  expect(ids()).toEqual([1])
})

test('each person has their own, nobody signed in sees none, and clearing forgets', () => {
  const { box, recents, ids } = started()
  recents.visit(agency(1))
  recents.setUser('other@support.test')
  expect(ids()).toEqual([])
  recents.visit(agency(2))
  recents.setUser(null)
  expect(ids()).toEqual([])
  recents.setUser('lee@support.test')
  expect(ids()).toEqual([1])
  recents.clear()
  expect(ids()).toEqual([])
  expect(box.getItem('agency-support:recents:lee@support.test')).toBeNull()
  recents.setUser('other@support.test')
  expect(ids()).toEqual([2])
})

test('what another tab wrote is read again', () => {
  const { box, recents, ids } = started()
  const key = 'agency-support:recents:lee@support.test'
  box.setItem(key, JSON.stringify([{ ...agency(4), at: 1, pinned: false }]))
  recents.reread('something-else')
  expect(ids()).toEqual([])
  recents.reread(key)
  expect(ids()).toEqual([4])
})

test('only what changes an agency is stored', () => {
  const { box, recents, ids } = started()
  const key = 'agency-support:recents:lee@support.test'
  for (const id of [1, 2]) recents.visit(agency(id))
  // Whatever stands there is overwritten by a change, and by nothing else.
  box.setItem(key, 'as it was')
  recents.refresh(agency(1))
  recents.refresh(agency(3))
  recents.drop(3)
  expect(box.getItem(key)).toBe('as it was')
  expect(ids()).toEqual([2, 1])
  recents.refresh({ ...agency(1), isCloud: true })
  expect(recents.get().map(({ agencyId, name, isCloud }) => [agencyId, name, isCloud])).toEqual([
    [2, 'Agency 2', false],
    [1, 'Agency 1', true],
  ])
  expect(box.getItem(key)).not.toBe('as it was')
  recents.refresh({ agencyId: 2, name: 'Renamed', isCloud: false })
  expect(recents.get()[0]?.name).toBe('Renamed')
})

test('of what was stored only whole entries count', () => {
  const whole = { ...agency(4), at: 1, pinned: false }
  const broken = [
    { ...whole, agencyId: 4.5 },
    { ...whole, name: null },
    { ...whole, isCloud: 'no' },
    { ...whole, at: '1' },
    { ...whole, pinned: 0 },
    null,
    'text',
  ]
  expect(parseRecents(JSON.stringify([...broken, whole]))).toEqual([whole])
})

test.each([null, '', 'x', '{}', '[1]', '[{"agencyId":"1"}]'])('%j holds no agencies', (text) => {
  expect(parseRecents(text)).toEqual([])
})
