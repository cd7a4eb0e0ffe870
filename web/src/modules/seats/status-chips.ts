import { Circle, CircleCheck, CircleDot, Contrast } from 'lucide-react'
import type { ChipStyle } from '../../ui/status-chip.tsx'

/** Icon and colour of each request status; the shapes differ, so that colour is never needed (ux §2.5). */
export const statusChips: Readonly<Record<number, ChipStyle>> = {
  1: { role: 'neutral', icon: Circle },
  2: { role: 'info', icon: Contrast },
  4: { role: 'ok', icon: CircleCheck },
}

/** A dot for an online agency, a ring for an offline one. */
export const onlineChips: Readonly<Record<'online' | 'offline', ChipStyle>> = {
  online: { role: 'ok', icon: CircleDot },
  offline: { role: 'neutral', icon: Circle },
}
