/** A mask filters what is typed or pasted; it never blocks a key. */
export interface Mask {
  /** Removes what does not belong in the field. */
  clean: (text: string) => string
  /** Formats the value while the field has no focus, for example with thousands separators. */
  show?: (value: string) => string
  inputMode?: 'numeric' | 'decimal'
  /** What was cut from a paste, as a sentence; null if nothing. Without it the field's maximum length says so. */
  cut?: (text: string) => string | null
  /** The sentence is also for what is typed. */
  tellsTyped?: true
}

function onlyDigits(text: string): string {
  // Copied ids may contain invisible characters and dashes.
  return text.normalize('NFKC').replace(/\D/g, '')
}

/** Up to `max` digits: agency id 8, client id 8, phone 11, zip 9. */
export function digits(max: number): Mask {
  return {
    clean: (text) => onlyDigits(text).slice(0, max),
    inputMode: 'numeric',
    cut: (pasted) => {
      const found = onlyDigits(pasted).length
      return found > max ? `Pasted ${found} digits, kept the first ${max}.` : null
    },
  }
}

/** A count of up to `max` digits, shown as 1,000,000 while the field has no focus. */
export function count(max: number): Mask {
  return {
    ...digits(max),
    show: (value) => value.replace(/\B(?=(?:\d{3})+$)/g, ','),
  }
}

const separators = /[,;.\s]/

/** Comma-separated 8-digit ids: `12345678,87654321`. */
export const idList: Mask = {
  clean: (text) =>
    text
      .split(separators)
      .map((part) => onlyDigits(part).slice(0, 8))
      .filter((part, index, all) => part !== '' || index === all.length - 1)
      .join(','),
  // A phone's keyboard of digits alone has no key between two ids; this one has a comma or a point.
  inputMode: 'decimal',
  // A digit too many may be a slip earlier in the id, which is then another client's.
  tellsTyped: true,
  cut: (text) => {
    const long = text.split(separators).filter((part) => onlyDigits(part).length > 8).length
    return long > 0 ? `Kept the first 8 digits of ${long} ${long === 1 ? 'id' : 'ids'}.` : null
  },
}
