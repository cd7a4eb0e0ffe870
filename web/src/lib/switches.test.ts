import { SwitchName } from '@agency-support/contract/modules/switches'
import { afterEach, expect, test } from 'vitest'
import { answeringServer, json } from '../../test/answering-server.ts'
import { firstRender } from '../../test/first-render.tsx'
import { connection } from './requests/connection.ts'
import { queryClient } from './requests/query.ts'
import { isOn, loadSwitches, useSwitch } from './switches.ts'

afterEach(() => {
  connection.reached()
  queryClient.clear()
})

const on = (enabled: boolean) => ({
  code: 0,
  message: '',
  data: [
    { name: 'SomethingElse', enabled: true },
    { name: 'Use6xNavigation', enabled },
  ],
})

test.each([true, false])('[SHELL-16] the switch Use6xNavigation is read: %s', async (enabled) => {
  await answeringServer((_asked, response) => json(response, on(enabled)))
  await loadSwitches()
  expect(isOn(SwitchName.use6xNavigation)).toBe(enabled)
})

test.each([
  ['the server fails', 500],
  ['the call is refused', 401],
])('[SHELL-16] it is off when %s', async (_why, status) => {
  await answeringServer((_asked, response) => json(response, on(true), status))
  await loadSwitches()
  expect(isOn(SwitchName.use6xNavigation)).toBe(false)
})

test('[SHELL-16] it is off when nobody answers, and when nobody has asked yet', async () => {
  expect(isOn(SwitchName.use6xNavigation)).toBe(false)
  await answeringServer((_asked, response) => response.destroy())
  await loadSwitches()
  expect(isOn(SwitchName.use6xNavigation)).toBe(false)
})

test('on a screen a switch is on when the loaded ones say so', async () => {
  const shown = () => firstRender(() => useSwitch(SwitchName.use6xNavigation), queryClient)
  expect(shown()).toBe(false)
  await answeringServer((_asked, response) => json(response, on(true)))
  await loadSwitches()
  expect(shown()).toBe(true)
})
