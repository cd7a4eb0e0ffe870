/** A result of a check: fine, worth a look, or a fault that keeps the product from working properly. */
export interface Finding {
  state: 'ok' | 'look' | 'wrong'
  /** One sentence that begins with the subject. */
  about: string
  /** How to fix it; undefined if it is fine. */
  mend?: string
}

/** Nothing to do. */
export const ok = (about: string): Finding => ({ state: 'ok', about })
/** Works, but should be looked at; `mend` says what to do. */
export const look = (about: string, mend: string): Finding => ({ state: 'look', about, mend })
/** Does not work, or not safely; `mend` says what to do. */
export const wrong = (about: string, mend: string): Finding => ({ state: 'wrong', about, mend })
