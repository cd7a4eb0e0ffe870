import { Circle, CircleCheck, CircleDot, Contrast } from 'lucide-react'
import type { StatusChipProps } from '../../ui/status-chip.tsx'

type Look = Pick<StatusChipProps, 'role' | 'icon'>

/** Icon and colour of each request status; the shapes differ, so that colour is never needed (ux §2.5). */
export const statusLooks: Readonly<Record<number, Look>> = {
  1: { role: 'neutral', icon: Circle },
  2: { role: 'info', icon: Contrast },
  4: { role: 'ok', icon: CircleCheck },
}

/** A dot for an online agency, a ring for an offline one. */
export const onlineLooks: Readonly<Record<'online' | 'offline', Look>> = {
  online: { role: 'ok', icon: CircleDot },
  offline: { role: 'neutral', icon: Circle },
}
