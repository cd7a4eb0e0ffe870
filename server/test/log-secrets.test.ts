import { expect, test } from 'vitest'
import { LogSecrets } from './log-secrets.ts'

function planted(): LogSecrets {
  const secrets = new LogSecrets()
  const cookie = 'agency_support=cookie-of-ann; a_browser=browser-of-ann'
  secrets.noteHeaders({ cookie, authorization: 'Bearer key-of-6938' })
  secrets.noteInput({ username: 'ann@support.test', proof: { password: 'say "friend"' }, code: '123456' })
  secrets.noteShownOnce([{ username: 'ann@support.test', codes: ['k3y-that-is-shown'] }])
  secrets.write('{"event":"request","who":"ann@support.test","code":"123456"}\n')
  return secrets
}

test('names, and codes that are used up, may stand in a log', () => {
  expect(planted().find()).toBeUndefined()
})

test.each(['cookie-of-ann', 'browser-of-ann', 'key-of-6938', 'say "friend"', 'k3y-that-is-shown'])(
  'a log that holds the secret %s is found out by its line',
  (secret) => {
    const secrets = planted()
    const line = `${JSON.stringify({ event: 'request', path: `/?of=${secret}` })}\n`
    secrets.write(line)
    expect(secrets.find()).toBe(line)
  },
)
