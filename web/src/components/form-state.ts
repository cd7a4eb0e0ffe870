/** Values of a form mirror its fields; conversions happen on saving. */
export type FormValues = object

/** The sentence to show, or null when the value is good. */
export type Rule<Values, Name extends keyof Values> = (value: Values[Name], values: Values) => string | null
export type Rules<Values> = { readonly [Name in keyof Values]?: Rule<Values, Name> }
export type Errors<Values> = { readonly [Name in keyof Values]?: string }

export interface FormState<Values> {
  /** What the server has. */
  initial: Values
  values: Values
  /** Errors that are shown; fields without one are silent. */
  errors: Errors<Values>
  /** Fields whose value on the server changed while the person edited them: the newer value. */
  incoming: Partial<Values>
}

function getNames<Values extends FormValues>(part: Partial<Record<keyof Values, unknown>>): (keyof Values)[] {
  return Object.keys(part) as (keyof Values)[]
}

/** A form that shows the server's values. */
export function startForm<Values extends FormValues>(initial: Values): FormState<Values> {
  return { initial, values: initial, errors: {}, incoming: {} }
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

/** All errors, shown or not. */
export function allErrors<Values extends FormValues>(rules: Rules<Values>, values: Values): Errors<Values> {
  return getNames<Values>(rules).reduce<Errors<Values>>(
    (errors, name) => withError(errors, name, check(rules, values, name)),
    {},
  )
}

/** A change of one field: fields that already show an error are checked again, the others stay silent. */
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

/** Leaving an edited field shows its error; only for forms that check as one types. */
export function leaveField<Values extends FormValues>(
  state: FormState<Values>,
  rules: Rules<Values>,
  name: keyof Values,
): FormState<Values> {
  if (state.values[name] === state.initial[name]) return state
  return { ...state, errors: withError(state.errors, name, check(rules, state.values, name)) }
}

/** Names whose values differ. */
export function changedNames<Values extends FormValues>(one: Values, other: Values): (keyof Values)[] {
  return getNames<Values>(one).filter((name) => !Object.is(one[name], other[name]))
}

/** True when a value differs from the server's. */
export function isDirty<Values extends FormValues>(state: FormState<Values>): boolean {
  return changedNames(state.values, state.initial).length > 0
}

/** Newer values from the server: untouched fields take them, edited ones keep what was typed and note the newer one. */
export function rebaseForm<Values extends FormValues>(
  state: FormState<Values>,
  initial: Values,
): FormState<Values> {
  let { values, incoming } = state
  for (const name of changedNames(initial, state.initial)) {
    const untouched = Object.is(state.values[name], state.initial[name])
    const agrees = Object.is(state.values[name], initial[name])
    if (untouched) values = { ...values, [name]: initial[name] }
    const { [name]: _, ...others } = incoming
    incoming = (untouched || agrees ? others : { ...others, [name]: initial[name] }) as Partial<Values>
  }
  return { ...state, initial, values, incoming }
}

/** A form whose values `sent` were saved: fields that still hold them take the server's, which may read otherwise; what was typed since stays. */
export function settleForm<Values extends FormValues>(
  state: FormState<Values>,
  sent: Values,
): FormState<Values> {
  const typedSince = Object.fromEntries(
    changedNames(state.values, sent).map((name) => [name, state.values[name]]),
  )
  return { ...state, values: { ...state.initial, ...typedSince }, incoming: {} }
}
