import { showHiddenCharacters } from '@agency-support/contract/rules/hidden-characters'
import type { ReactNode } from 'react'
import { createStore } from 'zustand'

/** What must be typed before the button is enabled. */
export type Typed =
  /** Tier 2: the agency id; leading zeros are optional. */
  | { kind: 'agencyId'; agencyId: number }
  /** Tier 2b: another string, as the page shows it; `what` names it: ‘the email’. */
  | { kind: 'text'; text: string; what: string }

/** A confirmation question. */
export interface Ask {
  title: string
  /** The affected object: `Smith Insurance · 00006938`. */
  subject?: string
  /** What happens, what stays, whether it can be undone. */
  body?: ReactNode
  /** A verb, never OK. */
  confirmLabel: string
  /** The safe answer, focused initially. */
  cancelLabel?: string
  /** Red button: data is lost. */
  danger?: boolean
  typed?: Typed
  /** Runs while the dialog stays open and busy; the result follows when it has finished, an error as a rejection. */
  action?: () => Promise<void>
}

export interface OpenAsk extends Ask {
  id: number
  answer: (yes: boolean) => void
  fail: (cause: unknown) => void
}

/** True if the typed id equals the agency's; non-digits and leading zeros are ignored. */
export function matchesAgencyId(typed: string, agencyId: number): boolean {
  const digits = typed.replace(/\D/g, '')
  return digits.length > 0 && digits.length <= 8 && Number(digits) === agencyId
}

/** Names may hold characters that cannot be typed as they are, and a page shows blanks in a row as one. */
const asShown = (text: string): string => showHiddenCharacters(text).replace(/\s+/g, ' ').trim()

/** True once the required text has been typed. */
export function isConfirmed(typed: Typed | undefined, text: string): boolean {
  if (!typed) return true
  return typed.kind === 'agencyId'
    ? matchesAgencyId(text, typed.agencyId)
    : asShown(text) === asShown(typed.text)
}

/** Queue of questions; one is shown at a time. */
export function createConfirmStore() {
  const store = createStore<readonly OpenAsk[]>()(() => [])
  let nextId = 1
  return {
    ...store,
    current: (): OpenAsk | null => store.getState()[0] ?? null,
    /** Answers every question with no. */
    dismiss: (): void => {
      for (const ask of store.getState()) ask.answer(false)
    },
    /** Asks; true if the person confirmed and the action, if any, succeeded. */
    ask: (ask: Ask): Promise<boolean> =>
      new Promise((resolve, reject) => {
        const id = nextId++
        const close = () => store.setState((waiting) => waiting.filter((open) => open.id !== id), true)
        const answer = (yes: boolean) => {
          close()
          resolve(yes)
        }
        const fail = (cause: unknown) => {
          close()
          reject(cause instanceof Error ? cause : new Error(String(cause)))
        }
        store.setState((waiting) => [...waiting, { ...ask, id, answer, fail }], true)
      }),
  }
}

export const confirmStore = createConfirmStore()
