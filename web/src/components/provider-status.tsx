import { health, type ProviderState } from '@agency-support/contract/modules/health'
import { type ProviderLook, toProviderLook } from '@agency-support/contract/rules/providers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CirclePause, CircleX } from 'lucide-react'
import { callKey, load } from '../lib/requests/query.ts'
import { StatusChip, type StatusChipProps } from '../ui/status-chip.tsx'
import { useNow } from '../lib/use-now.ts'

const everyMs = 15_000

const looks = {
  ok: { role: 'ok', icon: CircleCheck },
  warn: { role: 'warn', icon: CirclePause },
  bad: { role: 'bad', icon: CircleX },
  unknown: { role: 'neutral', icon: CircleHelp },
} as const satisfies Record<ProviderLook['level'], Omit<StatusChipProps, 'label'>>

/** What a process of the server knows about a provider, by its name. */
export function ProviderChip({ state }: { state: ProviderState }) {
  const { level, label } = toProviderLook(state, useNow())
  return <StatusChip {...looks[level]} label={label} />
}

interface ProviderStatusProps {
  provider: string
  /** The screen has just asked it and got no answer; five such questions open the breaker. */
  failed?: boolean
  /** The screen is asking it now, which the server's last answer may not know yet. */
  asking?: boolean
  /** Changes with every question of this screen that has ended, after which the server knows more. */
  asked: number
}

/** What the server knows about a provider, kept up to date while it is shown. */
export function ProviderStatus({ provider, failed = false, asking = false, asked }: ProviderStatusProps) {
  const { data } = useQuery({
    // A new key rather than a refetch, which would join a read that began before the question ended.
    queryKey: [...callKey(health.providers, {}), asked],
    queryFn: ({ signal }) => load(health.providers, {}, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
  const now = useNow()
  const state = data?.find((one) => one.provider === provider)
  if (state === undefined || (state.state === 'closed' && failed))
    return <StatusChip {...looks.unknown} label={`${provider} status unknown`} />
  return <ProviderChip state={asking ? { ...state, askedAt: state.askedAt ?? now } : state} />
}
