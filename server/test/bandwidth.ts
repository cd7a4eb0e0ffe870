import { callControl } from '@agency-support/sandbox/providers/control'
import { expect } from 'vitest'

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
