// @vitest-environment jsdom
import { switches, SwitchName } from '@agency-support/contract/modules/switches'
import { act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { mountHook } from '../../test/mounted.tsx'
import { useClientConfig, useHelpCentre } from '../lib/environment.ts'
import { callKey, queryClient } from '../lib/requests/query.ts'
import { nav5x } from './nav-5x.ts'
import { nav6x } from './nav-6x.ts'
import { useEntries } from './use-entries.ts'

const outside = { helpCentreUrl: 'https://help.test/', statusSiteUrl: 'https://status.test/' }
const [config, helpCentre] = [useClientConfig.getState(), useHelpCentre.getState()]
afterEach(() => {
  useClientConfig.setState(config, true)
  useHelpCentre.setState(helpCentre, true)
})

test('the menu has the links of this installation, in the layout that the switch says', async () => {
  const turn = (enabled: boolean) =>
    queryClient.setQueryData(callKey(switches.featureSwitches, {}), [
      { name: SwitchName.use6xNavigation, enabled },
    ])
  turn(false)
  const { result } = mountHook(() => useEntries())
  expect(result.current).toEqual(nav5x({ helpCentreUrl: '', statusSiteUrl: '' }))
  act(() => {
    useHelpCentre.setState(outside.helpCentreUrl, true)
    useClientConfig.setState(outside as never)
  })
  expect(result.current).toEqual(nav5x(outside))
  await act(async () => void turn(true))
  expect(result.current).toEqual(nav6x(outside))
})
