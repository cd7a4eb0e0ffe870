/** A result of a check: fine, a warning, or a fault that keeps the product from working properly. */
export interface Finding {
  state: 'ok' | 'warning' | 'wrong'
  /** One sentence that begins with the subject. */
  about: string
  /** How to fix it; undefined if it is fine, or if `about` already says it. */
  fix?: string | undefined
}

/** Nothing to do. */
export const ok = (about: string): Finding => ({ state: 'ok', about })
/** Works, but may need attention; `fix` says what to do. */
export const warning = (about: string, fix: string): Finding => ({ state: 'warning', about, fix })
/** Does not work, or not safely; `fix` says what to do, if `about` does not. */
export const wrong = (about: string, fix?: string): Finding => ({ state: 'wrong', about, fix })
