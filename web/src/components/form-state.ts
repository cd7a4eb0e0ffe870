/** Values of a form mirror its fields; conversion happens on saving. */
export type FormValues = object

/** The error to show, or null if the value is valid. */
export type Rule<Values, Name extends keyof Values> = (value: Values[Name], values: Values) => string | null
export type Rules<Values> = { readonly [Name in keyof Values]?: Rule<Values, Name> }
export type Errors<Values> = { readonly [Name in keyof Values]?: string }

export interface FormState<Values> {
  /** The server's values. */
  initial: Values
  values: Values
  /** Visible errors. */
  errors: Errors<Values>
  /** Fields whose server value changed while the person edited them, with the newer value. */
  incoming: Partial<Values>
  /** The values of the last save, or null; not newer values of somebody else when they come back. */
  sent: Values | null
}

function getNames<Values extends FormValues>(part: Partial<Record<keyof Values, unknown>>): (keyof Values)[] {
  return Object.keys(part) as (keyof Values)[]
}

/** A form with the server's values. */
export function startForm<Values extends FormValues>(initial: Values): FormState<Values> {
  return { initial, values: initial, errors: {}, incoming: {}, sent: null }
}

function check<Values extends FormValues, Name extends keyof Values>(
  rules: Rules<Values>,
  values: Values,
  name: Name,
): string | null {
  return rules[name]?.(values[name], values) ?? null
}

function withError<Values>(errors: Errors<Values>, name: keyof Values, error: string | null): Errors<Values> {
  const { [name]: _, ...rest } = errors
  return (error === null ? rest : { ...rest, [name]: error }) as Errors<Values>
}

/** All errors, visible or not. */
export function allErrors<Values extends FormValues>(rules: Rules<Values>, values: Values): Errors<Values> {
  return getNames<Values>(rules).reduce<Errors<Values>>(
    (errors, name) => withError(errors, name, check(rules, values, name)),
    {},
  )
}

/** Changes one field: visible errors are re-checked, no new ones appear. */
export function changeField<Values extends FormValues, Name extends keyof Values>(
  state: FormState<Values>,
  rules: Rules<Values>,
  name: Name,
  value: Values[Name],
): FormState<Values> {
  const values = { ...state.values, [name]: value }
  const errors = getNames<Values>(state.errors).reduce<Errors<Values>>(
    (kept, shown) => withError(kept, shown, check(rules, values, shown)),
    {},
  )
  return { ...state, values, errors }
}

/** Shows the error of an edited field on leaving it; only for forms that validate while typing. */
export function leaveField<Values extends FormValues>(
  state: FormState<Values>,
  rules: Rules<Values>,
  name: keyof Values,
): FormState<Values> {
  if (state.values[name] === state.initial[name]) return state
  return { ...state, errors: withError(state.errors, name, check(rules, state.values, name)) }
}

/** Names of the fields whose values differ. */
export function changedNames<Values extends FormValues>(one: Values, other: Values): (keyof Values)[] {
  return getNames<Values>(one).filter((name) => !Object.is(one[name], other[name]))
}

/** True if a value differs from the server's. */
export function isDirty<Values extends FormValues>(state: FormState<Values>): boolean {
  return changedNames(state.values, state.initial).length > 0
}

/** True if the server stored `value` as `stored`: it trims text. */
function isStoredAs(value: unknown, stored: unknown): boolean {
  return Object.is(typeof value === 'string' ? value.trim() : value, stored)
}

/** Takes newer server values: untouched fields show them, edited ones keep their text and record the newer value. */
export function rebaseForm<Values extends FormValues>(
  state: FormState<Values>,
  initial: Values,
): FormState<Values> {
  let { values, incoming } = state
  for (const name of changedNames(initial, state.initial)) {
    const untouched = Object.is(state.values[name], state.initial[name])
    const agrees = Object.is(state.values[name], initial[name])
    const isOwn = state.sent !== null && isStoredAs(state.sent[name], initial[name])
    if (untouched) values = { ...values, [name]: initial[name] }
    const { [name]: _, ...others } = incoming
    incoming = (
      untouched || agrees || isOwn ? others : { ...others, [name]: initial[name] }
    ) as Partial<Values>
  }
  return { ...state, initial, values, incoming }
}

/**
 * After `sent` was saved: fields that still hold those values take the server's, which may be normalised; later input
 * stays.
 */
export function settleForm<Values extends FormValues>(
  state: FormState<Values>,
  sent: Values,
): FormState<Values> {
  const typedSince = Object.fromEntries(
    changedNames(state.values, sent).map((name) => [name, state.values[name]]),
  )
  return { ...state, values: { ...state.initial, ...typedSince }, incoming: {} }
}
