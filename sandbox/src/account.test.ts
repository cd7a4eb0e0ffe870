import { expect, test } from 'vitest'
import { findAccount } from './account.ts'

const passwd = 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin\n'

test('an account is read out of the passwd file', () => {
  expect(findAccount('nobody', passwd)).toEqual({ name: 'nobody', uid: 65534, gid: 65533 })
})

test('a missing account is answered with what to do', () => {
  expect(() => findAccount('nobody', 'root:x:0:0::/root:/bin/sh')).toThrow('start as an ordinary user')
})
