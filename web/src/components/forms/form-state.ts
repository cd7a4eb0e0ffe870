/** Values of a form mirror its fields; conversion happens on saving. */
export type FormValues = object

/** The error to show; nothing if the value is valid. */
export type Rule<Values, Name extends keyof Values> = (
  value: Values[Name],
  values: Values,
) => string | null | undefined
export type Rules<Values> = { readonly [Name in keyof Values]?: Rule<Values, Name> }
export type Errors<Values> = { readonly [Name in keyof Values]?: string }

export interface FormState<Values> {
  /** The server's values. */
  initial: Values
  values: Values
  /** Visible errors. */
  errors: Errors<Values>
  /** Fields that were edited, also those that hold the server's value again. */
  edited: ReadonlySet<keyof Values>
  /** Fields whose server value changed while the person edited them, with the newer value. */
  incoming: Partial<Values>
  /** What the last save sent and has not come back yet: then it is nobody else's newer value. */
  sent: Partial<Values>
}

function getNames<Values extends FormValues>(part: Partial<Record<keyof Values, unknown>>): (keyof Values)[] {
  return Object.keys(part) as (keyof Values)[]
}

/** A form with the server's values. */
export function startForm<Values extends FormValues>(initial: Values): FormState<Values> {
  return { initial, values: initial, errors: {}, edited: new Set(), incoming: {}, sent: {} }
}

/** The same fields without one. */
function without<Fields extends object>(fields: Fields, name: keyof Fields): Fields {
  const { [name]: _, ...others } = fields
  return others as Fields
}

/** The errors of these fields. */
function errorsOf<Values extends FormValues>(
  rules: Rules<Values>,
  values: Values,
  names: readonly (keyof Values)[],
): Errors<Values> {
  const all = names.map((name) => [name, rules[name]?.(values[name], values) ?? null])
  return Object.fromEntries(all.filter(([, error]) => error !== null)) as Errors<Values>
}

/** All errors, visible or not. */
export function allErrors<Values extends FormValues>(rules: Rules<Values>, values: Values): Errors<Values> {
  return errorsOf(rules, values, getNames<Values>(rules))
}

/** Changes one field: visible errors are re-checked, no new ones appear. */
export function changeField<Values extends FormValues, Name extends keyof Values>(
  state: FormState<Values>,
  rules: Rules<Values>,
  name: Name,
  value: Values[Name],
): FormState<Values> {
  if (Object.is(state.values[name], value)) return state
  const values = { ...state.values, [name]: value }
  const errors = errorsOf(rules, values, getNames<Values>(state.errors))
  return { ...state, values, errors, edited: new Set(state.edited).add(name) }
}

/** Shows the errors of edited fields when one is left; only for forms that validate while typing. */
export function leaveField<Values extends FormValues>(
  state: FormState<Values>,
  rules: Rules<Values>,
): FormState<Values> {
  const shown = [...getNames<Values>(state.errors), ...state.edited]
  return { ...state, errors: errorsOf(rules, state.values, shown) }
}

/** Names of the fields whose values differ. */
export function changedNames<Values extends FormValues>(one: Values, other: Values): (keyof Values)[] {
  return getNames<Values>(one).filter((name) => !Object.is(one[name], other[name]))
}

/** The fields whose values differ. */
export function changedFields<Values extends FormValues>(one: Values, other: Values): Partial<Values> {
  return Object.fromEntries(changedNames(one, other).map((name) => [name, one[name]])) as Partial<Values>
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
  let { values, incoming, sent } = state
  for (const name of changedNames(initial, state.initial)) {
    const untouched = Object.is(state.values[name], state.initial[name])
    const agrees = Object.is(state.values[name], initial[name])
    const isOwn = isStoredAs(sent[name], initial[name])
    if (untouched) values = { ...values, [name]: initial[name] }
    incoming = without<Partial<Values>>(incoming, name)
    if (!untouched && !agrees && !isOwn) incoming = { ...incoming, [name]: initial[name] }
    // Whoever saves the same value later is somebody else.
    if (isOwn) sent = without<Partial<Values>>(sent, name)
  }
  return { ...state, initial, values, incoming, sent }
}

/**
 * After `sent` was saved: fields that still hold those values take the server's, which may be normalised; later input
 * stays.
 */
export function settleForm<Values extends FormValues>(
  state: FormState<Values>,
  sent: Values,
): FormState<Values> {
  const typedSince = changedFields(state.values, sent)
  return { ...state, values: { ...state.initial, ...typedSince }, incoming: {} }
}
