import { expect, test } from 'vitest'
import { command, del, get, post } from './wire.ts'

test('a wire form is written once, and says method, path and where the input sits', () => {
  expect(command('/seat/request', 'GetSeatChangeRequests')).toEqual({
    form: 'command',
    method: 'POST',
    path: '/seat/request',
    command: 'GetSeatChangeRequests',
  })
  expect(get('/staff/seats/used/{agencyId}')).toEqual({
    form: 'query',
    method: 'GET',
    path: '/staff/seats/used/{agencyId}',
  })
  expect(del('/staff/seats/release/{agencyId}/{username}')).toMatchObject({ form: 'query', method: 'DELETE' })
  expect(post('/auth/staff/signout')).toEqual({ form: 'body', method: 'POST', path: '/auth/staff/signout' })
})
