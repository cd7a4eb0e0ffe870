// @vitest-environment jsdom
import { staff } from '@agency-support/contract/modules/staff'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { callQuery, queryClient } from '../../lib/requests/query.ts'
import { Page } from './users-page.tsx'

const failed = 'An error occurred while processing your request'
const permissions = done({ groups: [], definitions: [] })
const lee = {
  username: 'lee@support.test',
  firstName: 'Lee',
  lastName: 'Brown',
  status: 0,
  mfa: 1,
  permissions: [2000],
  type: 0,
  agencyId: 0,
  version: 1,
}

beforeEach(stubResizeObserver)

async function openUsers(answers: Parameters<typeof answeringCalls>[0]) {
  const server = await answeringCalls(answers)
  const { wrapper } = await openPage('/user-management')
  render(<Page />, { wrapper })
  return server
}

test('[USERMGMT-15] [USERMGMT-20] code 0 lists staff, asked for after the permissions, by agency id 0', async () => {
  const server = await openUsers({ GetAvailablePermissions: permissions, GetUserPermissionList: done(lee) })
  expect(await screen.findByRole('cell', { name: 'Lee Brown' })).toBeDefined()
  expect(server.names()).toEqual(['GetAvailablePermissions', 'GetUserPermissionList'])
  expect(server.inputs('GetUserPermissionList')).toEqual([{ agencyId: 0 }])
})

test('[USERMGMT-03] [USERMGMT-20] code 2 of the list is acceptable: nobody is there', async () => {
  await openUsers({
    GetAvailablePermissions: permissions,
    GetUserPermissionList: refused(2, 'No users found.'),
  })
  expect(await screen.findByText('No Results')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('while the list is read again only the table says so', async () => {
  const late = lateAnswer()
  const lists = [() => done(lee), late.answer]
  await openUsers({
    GetAvailablePermissions: permissions,
    GetUserPermissionList: () => lists.shift()?.() ?? 404,
  })
  await screen.findByRole('cell', { name: 'Lee Brown' })
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
  expect(screen.queryByRole('progressbar')).toBeNull()
  await act(async () => late.give(done(lee)))
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull())
})

test('permissions that fail when they are read again are asked for by Refresh and Try again', async () => {
  const answers = [permissions, 500, 500, permissions]
  const server = await openUsers({
    GetAvailablePermissions: () => answers.shift() ?? 404,
    GetUserPermissionList: done(lee),
  })
  await screen.findByRole('cell', { name: 'Lee Brown' })
  await act(() => queryClient.refetchQueries(callQuery(staff.availablePermissions, {})))
  const sentence = `${failed}. The rows may be out of date.`
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(server.inputs('GetAvailablePermissions')).toHaveLength(3))
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull())
  expect(screen.getByRole('alert').textContent).toBe(sentence)
  expect(server.inputs('GetUserPermissionList')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(server.inputs('GetUserPermissionList')).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(server.inputs('GetAvailablePermissions')).toHaveLength(4)
})

test.each([1, 3, 99, 409])('[USERMGMT-24] code %i of the list is shown in the table', async (code) => {
  await openUsers({
    GetAvailablePermissions: permissions,
    GetUserPermissionList: refused(code, 'The directory is away.'),
  })
  expect((await screen.findByRole('alert')).textContent).toBe(failed)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('Failed')
  expect(screen.queryByText('No Results')).toBeNull()
})

test.each([2, 99, 500])(
  '[USERMGMT-19] [USERMGMT-23] permissions answered with %i are shown in the table, and the list is not asked for',
  async (answer) => {
    const server = await openUsers({
      GetAvailablePermissions: answer === 500 ? answer : refused(answer, 'The directory is away.'),
      GetUserPermissionList: done(lee),
    })
    expect((await screen.findByRole('alert')).textContent).toBe(failed)
    expect(server.names()).toEqual(['GetAvailablePermissions'])
  },
)
