import type { TextMessage } from '@agency-support/contract/modules/texting'
import { formatPhone } from '@agency-support/contract/rules/texting'
import { CircleCheck, CircleDashed, CircleX, Send, TriangleAlert } from 'lucide-react'

/** Label, icon and colour of each message status. */
export const messageStatusChips = [
  { role: 'info', icon: CircleDashed, label: 'Sending' },
  { role: 'info', icon: Send, label: 'Sent' },
  { role: 'ok', icon: CircleCheck, label: 'Delivered' },
  { role: 'bad', icon: CircleX, label: 'Error' },
  { role: 'warn', icon: TriangleAlert, label: 'Warning' },
] as const

/** Label of each message type. */
export const messageTypes = ['Text', 'OptInRequest', 'OptInResponse', 'Farewell'] as const

/** Direction of a message. */
export function toSource(source: number): string {
  return source === 0 ? 'Sent' : 'Received'
}

/** From whom to whom a message went. */
export function toRoute({ source, intPhone, extPhone }: TextMessage): string {
  const [from, to] = source === 0 ? [intPhone, extPhone] : [extPhone, intPhone]
  return `${formatPhone(from)} → ${formatPhone(to)}`
}

/** A message in one line for a ticket, without its text. */
export function toSummary(message: TextMessage): string {
  const { id, status, type, source, statusTS, errorCode, errLong } = message
  const words = [
    `Message ${id}`,
    messageStatusChips[status]?.label ?? `status ${status}`,
    messageTypes[type] ?? `type ${type}`,
    toSource(source),
    toRoute(message),
    statusTS,
  ]
  return [...words, ...(errorCode === 0 ? [] : [`${errLong} (${errorCode})`])].join(' · ')
}
