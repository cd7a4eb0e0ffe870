import type { CommandState } from '@agency-support/contract/rules/agency-commands'
import {
  Ban,
  CircleCheck,
  ClipboardCheck,
  Clock,
  HourglassIcon,
  LoaderCircle,
  OctagonX,
  Send,
} from 'lucide-react'
import type { StatusChipProps } from '../../ui/status-chip.tsx'

/** Sign and colour of each state of a command; the shapes differ so that colour is never needed. */
export const stateLooks: Readonly<Record<CommandState, Pick<StatusChipProps, 'role' | 'icon'>>> = {
  queued: { role: 'neutral', icon: Clock },
  delivered: { role: 'info', icon: Send },
  acknowledged: { role: 'info', icon: ClipboardCheck },
  running: { role: 'info', icon: LoaderCircle },
  succeeded: { role: 'ok', icon: CircleCheck },
  failed: { role: 'bad', icon: OctagonX },
  expired: { role: 'warn', icon: HourglassIcon },
  cancelled: { role: 'neutral', icon: Ban },
}
