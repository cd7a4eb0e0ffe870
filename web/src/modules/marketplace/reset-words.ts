import type { AgencyMarketplaceProduct, CloudData } from '@agency-support/contract/modules/marketplace'
import type { ResetChoice } from '@agency-support/contract/rules/marketplace'
import { formatCount } from '../../lib/format/format-count.ts'
import { marketplaceMessages } from './messages.ts'

/** What can be reset at an agency. */
export interface ResetStock {
  initials: readonly string[]
  products: readonly Pick<AgencyMarketplaceProduct, 'id' | 'name'>[]
  cloud: Pick<CloudData, 'clientFiles' | 'domainFiles'> | undefined
}

/** Why a list of a reset has no entry, which is not known before it is loaded; undefined if it has one. */
export function whyEmpty(list: readonly unknown[] | undefined, none: string): string | undefined {
  if (list === undefined) return marketplaceMessages.notLoaded
  return list.length === 0 ? none : undefined
}

/** What a reset would do, one sentence per part; empty if nothing is chosen. */
export function toSentences(choice: ResetChoice, { initials, products, cloud }: ResetStock): string[] {
  const { registration, subscriptions, productId, storage, domains } = choice
  const product = products.find(({ id }) => id === productId)
  const files = (cloud?.clientFiles ?? 0) + (domains ? (cloud?.domainFiles ?? 0) : 0)
  return [
    ...(registration
      ? [
          choice.initials === ''
            ? `Removes ${formatCount(initials.length, 'registration')}.`
            : `Removes the registration of ${choice.initials}.`,
        ]
      : []),
    ...(subscriptions
      ? [
          product === undefined
            ? `Ends subscription and opt-in of ${formatCount(products.length, 'product')}.`
            : `Ends subscription and opt-in of ${product.name}.`,
        ]
      : []),
    ...(storage
      ? [
          `Removes ${cloud === undefined ? 'the client files' : formatCount(files, 'client file')} from the cloud${domains ? ', those of the domains too' : ''}. They cannot be brought back.`,
        ]
      : []),
  ]
}
