import type {
  ActivityCategory,
  ActivitySpan,
  ActivityTotals,
  Addition,
} from '@agency-support/contract/modules/activity'

/** A card of the dashboard: its title, and where its figures stand. */
export const cards = [
  { cat: 'Registration', title: 'Registrations', field: 'registrations' },
  { cat: 'Cloud', title: 'Cloud', field: 'cloud' },
  { cat: 'Texting', title: 'Texting', field: 'texting' },
  { cat: 'Vendor', title: 'Vendor', field: 'vendor' },
] as const satisfies readonly {
  cat: ActivityCategory
  title: string
  field: keyof ActivityTotals['total']
}[]
export type Card = (typeof cards)[number]

/** What a span is called after a figure. */
export const spanNames: Readonly<Record<ActivitySpan, string>> = {
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  all: 'total',
}

/** Additions of a day on the average of the last seven. */
export function getUsual(totals: ActivityTotals, { field }: Card): number {
  return Math.round((totals.days7[field] / 7) * 10) / 10
}

/** What an addition is known by. */
export const toKey = ({ cat, agencyId, dt }: Addition): string => `${cat} ${agencyId} ${dt}`

/** Additions, each with a key of its own: an agency that opts in to two products at once makes two that look alike. */
export function withKeys(additions: readonly Addition[]): [string, Addition][] {
  const counts = new Map<string, number>()
  return additions.map((one) => {
    const key = toKey(one)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return [`${key} ${count}`, one]
  })
}
