import { health, type ProviderState } from '@agency-support/contract/modules/health'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CirclePause, CircleX } from 'lucide-react'
import { callQuery } from '../lib/query.ts'
import { StatusChip, type StatusChipProps } from '../ui/status-chip.tsx'

const everyMs = 15_000

/** How each state of a provider's circuit breaker is presented. */
const looks = {
  closed: { role: 'ok', icon: CircleCheck, label: 'answers' },
  halfOpen: { role: 'warn', icon: CirclePause, label: 'is being retried' },
  open: { role: 'bad', icon: CircleX, label: 'does not answer' },
} as const satisfies Record<ProviderState['state'], StatusChipProps>
const unknown = { role: 'neutral', icon: CircleHelp, label: 'status unknown' } as const

interface ProviderStatusProps {
  provider: string
  /** The screen has just asked it and got no answer; five such questions open the breaker. */
  failed?: boolean
}

/** Whether a provider answers, by its name: the state of the server's breaker, kept up to date while it is shown. */
export function ProviderStatus({ provider, failed = false }: ProviderStatusProps) {
  const { data } = useQuery({ ...callQuery(health.providers, {}), refetchInterval: everyMs })
  const state = data?.find((one) => one.provider === provider)?.state
  const isUnknown = state === undefined || (state === 'closed' && failed)
  const { role, icon, label }: StatusChipProps = isUnknown ? unknown : looks[state]
  return <StatusChip role={role} icon={icon} label={`${provider} ${label}`} />
}
