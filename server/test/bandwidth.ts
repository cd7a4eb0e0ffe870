import { type BandwidthEmulator, startBandwidth } from '@agency-support/sandbox/providers/bandwidth/start'
import { callControl } from '@agency-support/sandbox/providers/control'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openLog } from '../src/lib/log.ts'
import { bandwidth } from '../src/providers/bandwidth.ts'
import type { Telephony } from '../src/providers/telephony.ts'
import { turnableClock } from './clock.ts'

/** What the emulator of Bandwidth was asked since it was reset. */
export interface BandwidthReceived {
  /** How often each kind of question came. */
  calls: Record<string, number>
  /** Questions that Bandwidth does not know. */
  unknown: string[]
  /** Every order for campaign settings, as it came. */
  placed: { customerOrderId: string; numbers: string[]; action: string }[]
}

/** Control of the Bandwidth emulator at this address. */
export function bandwidthSwitches(url: string) {
  const received = async (): Promise<BandwidthReceived> =>
    (await callControl(url, 'GET', '/received')) as BandwidthReceived
  return {
    set: (what: string, given: object): Promise<unknown> => callControl(url, 'POST', `/${what}`, given),
    received,
    /** Forgets everything, after it made sure that nothing unknown was asked. */
    reset: async (): Promise<void> => {
      expect((await received()).unknown).toEqual([])
      await callControl(url, 'DELETE', '/world')
    },
    revokeTokens: (): Promise<unknown> => callControl(url, 'DELETE', '/tokens'),
  }
}

/**
 * Gives the tests of a file an emulator of Bandwidth, which is reset after each, and the adapter for it. What it returns
 * is filled by then, and is not to be used before.
 */
export function useBandwidth() {
  const parts = { clock: turnableClock(), log: openLog('silent') }
  // Filled, not replaced: a file takes them apart before there is an emulator.
  const emulator = {} as BandwidthEmulator
  const switches = {} as ReturnType<typeof bandwidthSwitches>
  const telephony = {} as Telephony
  beforeAll(async () => {
    Object.assign(emulator, await startBandwidth())
    Object.assign(switches, bandwidthSwitches(emulator.url))
    return () => emulator.close()
  })
  // A new adapter for each test, so that its circuit breaker has counted no failures.
  beforeEach(() => void Object.assign(telephony, bandwidth.open(emulator.settings, parts)))
  afterEach(() => switches.reset())
  return { parts, emulator, switches, telephony }
}
