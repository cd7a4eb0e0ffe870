import { beforeEach, expect, test, vi } from 'vitest'
import { emptyStorage } from '../../test/answering-server.ts'
import { firstRender } from '../../test/first-render.tsx'
import {
  beginSave,
  keepPlaceFor,
  keepUnanswered,
  keepWhile,
  offerDrafts,
  type Place,
  presentDrafts,
  rememberPlace,
  takePlace,
  useDraft,
} from './drafts.ts'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', emptyStorage())
  return () => vi.unstubAllGlobals()
})

const place: Place = { href: '/agency-detail/7', title: 'Lee Agency', why: 'ended' }
const draftsLeft = () => sessionStorage.getItem('agency-support:drafts')

test('a place is offered once, and the list never is', () => {
  rememberPlace('ann', place)
  expect([takePlace(), takePlace()]).toEqual([place, null])
  rememberPlace('ann', { ...place, href: '/' })
  expect(takePlace()).toBeNull()
})

test('what is typed while work is under way is kept when the session ends, and only for as long', async () => {
  const during = keepWhile('name', 'Half a na', async () => {
    rememberPlace('ann', place)
    await Promise.resolve()
    return 'done'
  })
  expect(await during).toBe('done')
  expect(draftsLeft()).toBe('{"person":"ann","what":{"name":"Half a na"}}')
  sessionStorage.clear()
  rememberPlace('ann', place)
  expect(draftsLeft()).toBeNull()
  await expect(keepWhile('name', 'x', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
  rememberPlace('ann', place)
  expect(draftsLeft()).toBeNull()
})

test('the next person gets nothing of what another one left; who comes back gets all of it', async () => {
  const leave = (person: string | null) =>
    keepWhile('name', 'Typed', () => Promise.resolve(rememberPlace(person, place)))
  await leave('ann')
  keepPlaceFor('ann')
  expect(draftsLeft()).toContain('Typed')
  keepPlaceFor('bob')
  expect([draftsLeft(), takePlace()]).toEqual([null, null])
  await leave(null)
  keepPlaceFor('bob')
  expect(draftsLeft()).toContain('"person":"bob"')
  keepPlaceFor('ann')
  expect([draftsLeft(), takePlace()]).toEqual([null, null])
})

test('drafts whose save failed are offered with those of the same person, but none that is on the screen', async () => {
  const sent = await keepWhile('name', 'Lee', () =>
    keepWhile('pool', '7', () => Promise.resolve(presentDrafts())),
  )
  expect(sent).toEqual({ name: 'Lee', pool: '7' })
  expect(presentDrafts()).toEqual({})
  await keepWhile('name', 'Lee 2', () => Promise.resolve(offerDrafts('ann', sent)))
  expect(draftsLeft()).toBe('{"person":"ann","what":{"pool":"7"}}')
  offerDrafts('ann', { name: 'Lee' })
  expect(draftsLeft()).toBe('{"person":"ann","what":{"pool":"7","name":"Lee"}}')
  offerDrafts('ann', {})
  expect(draftsLeft()).toContain('Lee')
  offerDrafts('bob', { pool: '8' })
  expect(draftsLeft()).toBe('{"person":"bob","what":{"pool":"8"}}')
})

test('a field is offered what was lost of it, until that is forgotten; other fields keep theirs', () => {
  const field = (id: string) => firstRender(() => useDraft(id, 'As saved', false))
  expect(field('name').lost).toBeNull()
  field('name').forget()
  expect(draftsLeft()).toBeNull()
  offerDrafts('ann', { name: 'Lee', pool: '7' })
  expect([field('name').lost, field('pool').lost, field('other').lost]).toEqual(['Lee', '7', null])
  field('name').forget()
  expect([field('name').lost, field('pool').lost]).toEqual([null, '7'])
  expect(draftsLeft()).toBe('{"person":"ann","what":{"pool":"7"}}')
})

test('a draft whose save has no answer is kept when the page goes away, beside what was lost before; others are not', async () => {
  offerDrafts('ann', { pool: '7' })
  const leave = () => keepUnanswered('ann')
  await keepWhile('name', 'Half a na', async () => {
    leave()
    expect(draftsLeft()).not.toContain('Half a na')
    const answered = beginSave(presentDrafts())
    answered(true)
    leave()
    expect(draftsLeft()).not.toContain('Half a na')
    beginSave(presentDrafts())(false)
    await keepWhile('other', 'Not sent', () => Promise.resolve(leave()))
  })
  expect(draftsLeft()).toBe('{"person":"ann","what":{"pool":"7","name":"Half a na"}}')
})

test('a field that holds by now what was typed in it is offered nothing, then and later', () => {
  const field = (saved: string) => firstRender(() => useDraft('name', saved, false)).lost
  offerDrafts('ann', { name: 'Lee', pool: '7' })
  expect(field('Lee')).toBeNull()
  expect(field('Changed since')).toBeNull()
  expect(draftsLeft()).toBe('{"person":"ann","what":{"pool":"7"}}')
})
