import type {
  ActivityCategory,
  ActivitySpan,
  ActivityTotals,
  Addition,
} from '@agency-support/contract/modules/activity'

/** A card of the dashboard: its title and the field with its figures. */
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

/** The name of a span, shown after a figure. */
export const spanNames: Readonly<Record<ActivitySpan, string>> = {
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  all: 'total',
}

/** Average additions per day over the last seven days. */
export function getUsual(totals: ActivityTotals, { field }: Card): number {
  return Math.round((totals.days7[field] / 7) * 10) / 10
}

/** The key of an addition; not unique. */
export const toKey = ({ cat, agencyId, dt }: Addition): string => `${cat} ${agencyId} ${dt}`
