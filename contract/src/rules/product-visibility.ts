/** The rules for who sees a product of the marketplace. */
export interface ProductRules {
  /** True: all agencies except the overrides; false: only the overrides. */
  enabled: boolean
  /** The lowest version of the agency's software; empty for any. */
  minimumVersion: string
}

/** Whether an agency sees a product, and the sentence that says why. */
export interface ProductVisibility {
  visible: boolean
  reason: string
}

/** The parts of a version: '5.10.2' gives [5, 10, 2], 'HS 6' gives [6]; null without a number. */
function toParts(version: string): number[] | null {
  const [digits] = /\d+(?:\.\d+)*/.exec(version) ?? []
  return digits?.split('.').map(Number) ?? null
}

/** Compares part by part as numbers, missing parts as 0; text without a number sorts first (D-66). */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [toParts(one), toParts(other)]
  if (left === null || right === null) return Number(left !== null) - Number(right !== null)
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}

/**
 * Who sees a product (D-66): either enabled or in the override list, but not both; and the agency's software version is
 * not below the minimum, which also applies to overrides.
 */
export function judgeVisibility(
  product: ProductRules,
  agency: { isOverridden: boolean; version: string },
): ProductVisibility {
  const { enabled, minimumVersion } = product
  if (enabled === agency.isOverridden)
    return {
      visible: false,
      reason: enabled
        ? 'Hidden by an override: the product is enabled for all other agencies.'
        : 'Hidden by the global status: the product is disabled, and no override names this agency.',
    }
  if (compareVersions(agency.version, minimumVersion) < 0)
    return {
      visible: false,
      reason: `Hidden by the minimum version ${minimumVersion}: the agency has ${agency.version === '' ? 'no known version' : agency.version}.`,
    }
  return {
    visible: true,
    reason: enabled
      ? 'Visible by the global status: the product is enabled.'
      : 'Visible by an override: the product is disabled for all other agencies.',
  }
}
