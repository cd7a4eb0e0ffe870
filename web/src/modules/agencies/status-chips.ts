import { Archive, ArrowRightFromLine, ArrowRightToLine, CircleCheck, Minus, Trash2 } from 'lucide-react'
import type { ChipStyle } from '../../ui/status-chip.tsx'

/** Icon and colour of each agency status; the shapes differ, so that colour is never needed (ux §2.5). */
export const statusChips: Readonly<Record<number, ChipStyle>> = {
  0: { role: 'neutral', icon: Minus },
  1: { role: 'info', icon: ArrowRightToLine },
  2: { role: 'ok', icon: CircleCheck },
  3: { role: 'warn', icon: ArrowRightFromLine },
  4: { role: 'warn', icon: Archive },
  5: { role: 'bad', icon: Trash2 },
}
