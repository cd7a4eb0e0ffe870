/** What was looked at: fine, worth a look, or what keeps the product from working as it should. */
export interface Finding {
  state: 'ok' | 'look' | 'wrong'
  /** One sentence, the subject first. */
  about: string
  /** How to mend it; undefined where it is fine. */
  mend?: string
}

export const ok = (about: string): Finding => ({ state: 'ok', about })
export const look = (about: string, mend: string): Finding => ({ state: 'look', about, mend })
export const wrong = (about: string, mend: string): Finding => ({ state: 'wrong', about, mend })
