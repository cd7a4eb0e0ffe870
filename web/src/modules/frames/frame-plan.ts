import type { ClientConfig } from '@agency-support/contract/modules/switches'
import { frameAddress, isFrameSite } from '@agency-support/contract/rules/frames'

/** What an embedded-frame screen shows: a page, or why there is none. */
export type FramePlan = { kind: 'invalid' } | { kind: 'unset' } | { kind: 'page'; address: string }

/** The page of a site key for an agency; 0 for none (spec-000 §2). */
export function framePlan(asked: {
  site: string | undefined
  agencyId?: number
  host: string
  frames: ClientConfig['frames']
}): FramePlan {
  const { site, agencyId = 0, host, frames } = asked
  if (!isFrameSite(site)) return { kind: 'invalid' }
  const address = frameAddress({ host, site, agencyId, frames })
  return address === '' ? { kind: 'unset' } : { kind: 'page', address }
}

/** What a framed page may report: it has loaded, or the person has just used it. */
const reports = ['ready', 'input'] as const
export type FrameReport = (typeof reports)[number]

/** What a message from the framed page reports; null for other origins and shapes, which are ignored. */
export function toReport(
  message: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  frame: { address: string; window: MessageEventSource | null },
): FrameReport | null {
  const { origin, source, data } = message
  if (origin !== new URL(frame.address).origin || source === null || source !== frame.window) return null
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  return reports.find((one) => one === data.kind) ?? null
}
