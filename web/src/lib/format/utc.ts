import { create } from 'zustand'

/** True while times are shown in UTC. */
export const useUtc = create<boolean>()(() => false)

/** The zone of an instant in text that is written once: UTC while times are shown in it, otherwise the browser's. */
export const shownZone = (): string | undefined => (useUtc.getState() ? 'UTC' : undefined)
