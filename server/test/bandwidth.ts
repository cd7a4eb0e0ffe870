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

/** The switches of the emulator of Bandwidth at this address; see its admin.ts. */
export function bandwidthSwitches(url: string) {
  return {
    set: async (what: string, given: object): Promise<void> => {
      const answer = await fetch(`${url}/_emu/${what}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(given),
      })
      expect(answer.status).toBe(204)
    },
    received: async (): Promise<BandwidthReceived> =>
      (await (await fetch(`${url}/_emu/received`)).json()) as BandwidthReceived,
    /** Forgets everything, after it made sure that nothing unknown was asked. */
    reset: async function reset(): Promise<void> {
      expect((await this.received()).unknown).toEqual([])
      await fetch(`${url}/_emu`, { method: 'DELETE' })
    },
    revokeTokens: async (): Promise<void> => {
      await fetch(`${url}/_emu/tokens`, { method: 'DELETE' })
    },
  }
}
