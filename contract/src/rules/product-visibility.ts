/** What decides who sees a product of the marketplace. */
export interface ProductRules {
  /** True: all agencies but the overridden ones; false: only those. */
  enabled: boolean
  /** The lowest version of the agency's software; empty for any. */
  minimumVersion: string
}

/** Whether an agency sees a product, and the sentence that says why. */
export interface ProductVisibility {
  visible: boolean
  reason: string
}

/** The parts of a version: of '5.10.2' [5, 10, 2], of 'HS 6' [6]; null of a text without a number. */
function toParts(version: string): number[] | null {
  const [digits] = /\d+(?:\.\d+)*/.exec(version) ?? []
  return digits?.split('.').map(Number) ?? null
}

/** Compares part by part as numbers, missing parts 0; no version is below every other (D-66). */
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
 * Who sees a product (D-66): enabled and being in the override list differ, and the version of the agency's software is
 * not below the minimum, which holds for overridden agencies too.
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
