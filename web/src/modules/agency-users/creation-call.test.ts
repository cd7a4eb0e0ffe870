import { expect, test } from 'vitest'
import { creationCall } from './creation-call.ts'

test('[TEMPUSER-13] [TEMPUSER-15] inside a frame the 6.x path makes temporary users, elsewhere the 5.x one', () => {
  expect(creationCall(true).at).toEqual({
    form: 'nested',
    method: 'POST',
    path: '/staff/request',
    command: 'CreateSuperUser',
  })
  expect(creationCall(false).at).toEqual({
    form: 'body',
    method: 'POST',
    path: '/agency/profile/create-5x-super-user',
  })
})
