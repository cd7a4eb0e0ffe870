import { mfaOn, StaffStatus, staffStatuses } from '@agency-support/contract/modules/staff'
import { Ban, CircleCheck, Lock, Minus, ShieldAlert } from 'lucide-react'
import { StatusChip, type ChipStyle } from '../../ui/status-chip.tsx'

const lockedChip: ChipStyle = { role: 'bad', icon: Lock }
const chips: Readonly<Record<number, ChipStyle>> = {
  0: { role: 'ok', icon: CircleCheck },
  1: { role: 'bad', icon: Ban },
  2: lockedChip,
  3: { role: 'warn', icon: ShieldAlert },
}

const factorOn = { role: 'ok', icon: CircleCheck } as const
const factorOff = { role: 'neutral', icon: Minus } as const

/** The label of a status; its number if it has none. */
function statusLabel(status: number): string {
  return staffStatuses.find(({ value }) => value === status)?.label ?? String(status)
}

/** The status of a staff user. */
export function StaffStatusChip({ status }: { status: number }) {
  const look = chips[status] ?? factorOff
  return <StatusChip {...look} label={statusLabel(status)} />
}

/** An account locked for a while by failed sign-ins. */
export function LockedChip() {
  return <StatusChip {...lockedChip} label={statusLabel(StaffStatus.locked)} />
}

/** Label of the second factor: 0 is on, all others are off. */
export function mfaLabel(mfa: number): string {
  return mfa === mfaOn ? 'On' : 'Off'
}

/** Whether a person has a second factor. */
export function MfaChip({ mfa }: { mfa: number }) {
  const look = mfa === mfaOn ? factorOn : factorOff
  return <StatusChip {...look} label={mfaLabel(mfa)} />
}
