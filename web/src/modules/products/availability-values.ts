import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import {
  findAvailabilityProblems,
  isSameAvailability,
  parseOverrides,
  type ParsedOverrides,
  type ProductAvailability,
} from '@agency-support/contract/rules/product-availability'
import { productMessages } from './messages.ts'

/** Availability as form values. */
export interface AvailabilityValues {
  status: 'enabled' | 'disabled'
  overrides: string
  minimumVersion: string
}

/** What the fields are called, here and in a conflict. */
export const availabilityLabels = {
  status: 'Global Status',
  overrides: 'Overrides',
  minimumVersion: 'Minimum CMS Version',
} as const

/** All fields of the form. */
export const availabilityFields = ['status', 'overrides', 'minimumVersion'] as const

/** The availability of a product as form values. */
export function toAvailabilityValues(product: MarketplaceProduct): AvailabilityValues {
  return {
    status: product.enabled ? 'enabled' : 'disabled',
    overrides: product.overrideAgencies.join(', '),
    minimumVersion: product.productCatalogOptions.minimumCMSVersion,
  }
}

/** The availability in the fields, its problems, and the parts of the overrides that are not ids. */
export function readAvailability(values: AvailabilityValues): {
  availability: ProductAvailability
  problems: ReturnType<typeof findAvailabilityProblems>
} & Pick<ParsedOverrides, 'dropped'> {
  const { agencyIds, dropped } = parseOverrides(values.overrides)
  const availability = {
    enabled: values.status === 'enabled',
    overrideAgencies: agencyIds,
    minimumCMSVersion: values.minimumVersion.trim(),
  }
  return { availability, problems: findAvailabilityProblems(availability), dropped }
}

/** Why Availability cannot be saved, or undefined. */
export function whyNotSaveAvailability(
  product: MarketplaceProduct,
  values: AvailabilityValues,
): string | undefined {
  const { availability, problems } = readAvailability(values)
  if (Object.keys(problems).length > 0) return productMessages.notValid
  const saved = readAvailability(toAvailabilityValues(product)).availability
  return isSameAvailability(saved, availability) ? productMessages.unchanged : undefined
}
