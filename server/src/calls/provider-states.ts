import type { ProviderState } from '@agency-support/contract/modules/health'
import { compareText } from '@agency-support/contract/rules/text-order'
import type { Breaker } from '../providers/breaker.ts'

/** What the breakers of this process know about the providers, by name. */
export function toProviderStates(breakers: ReadonlyMap<string, Pick<Breaker, 'facts'>>): ProviderState[] {
  return [...breakers]
    .map(([provider, { facts }]) => ({
      provider,
      state: facts.state,
      askedAt: facts.askedAt?.toISOString() ?? null,
      answeredAt: facts.answeredAt?.toISOString() ?? null,
      failures: facts.failures,
    }))
    .sort((a, b) => compareText(a.provider, b.provider))
}
