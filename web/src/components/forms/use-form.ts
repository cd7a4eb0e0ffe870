import { useState } from 'react'
import {
  allErrors,
  changedFields,
  changedNames,
  changeField,
  type Errors,
  type FormState,
  type FormValues,
  isDirty,
  leaveField,
  rebaseForm,
  settleForm,
  type Rules,
  startForm,
} from './form-state.ts'

/** The props of a form field; spread them: `<TextField {...form.field('name')} label="Name" />`. */
export interface FieldBinding<Value> {
  name: string
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
  error: string | null
}

export interface FormOptions<Values extends FormValues> {
  /** The server's values. Newer ones are adopted; edited fields keep their text. */
  initial: Values
  rules?: Rules<Values>
  /**
   * lazy: no errors until the first attempt to save. leaving: when a field is left, the edited ones show their errors
   * (password, temporary user, new agency).
   */
  speak?: 'lazy' | 'leaving'
}

export interface Form<Values extends FormValues> {
  values: Values
  errors: Errors<Values>
  dirty: boolean
  /** Fields whose values differ from the server's. */
  changed: readonly (keyof Values)[]
  /** True when no rule objects, shown or not. */
  valid: boolean
  /** The server's newer value of an edited field, or undefined. */
  incoming: <Name extends keyof Values>(name: Name) => Values[Name] | undefined
  field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  /** Shows all errors; returns the values, to be saved, if there are none. */
  check: () => Values | null
  /** Resets to the server's values. */
  reset: () => void
  /** The same after `sent` was saved, keeping what was typed meanwhile. */
  settle: (sent: Values) => void
}

const noRules = {}

/** State of a form with lazy validation. `initial` is compared field by field, so it may be a new object each time. */
export function useForm<Values extends FormValues>(options: FormOptions<Values>): Form<Values> {
  const rules: Rules<Values> = options.rules ?? noRules
  const [state, setState] = useState<FormState<Values>>(() => startForm(options.initial))
  // Adopting newer values during rendering avoids a frame with the old ones.
  if (changedNames(options.initial, state.initial).length > 0) setState(rebaseForm(state, options.initial))

  function set<Name extends keyof Values>(name: Name, value: Values[Name]) {
    setState((before) => changeField(before, rules, name, value))
  }

  return {
    values: state.values,
    errors: state.errors,
    dirty: isDirty(state),
    changed: changedNames(state.values, state.initial),
    valid: Object.keys(allErrors(rules, state.values)).length === 0,
    incoming: (name) => state.incoming[name],
    set,
    field: (name) => ({
      name,
      value: state.values[name],
      onChange: (value) => set(name, value),
      onBlur: () => {
        if (options.speak === 'leaving') setState((before) => leaveField(before, rules))
      },
      error: state.errors[name] ?? null,
    }),
    check: () => {
      const { values, initial } = state
      const errors = allErrors(rules, values)
      const isValid = Object.keys(errors).length === 0
      const sent = changedFields(values, initial)
      setState((before) => ({ ...before, errors, ...(isValid && { sent }) }))
      return isValid ? values : null
    },
    reset: () => setState((before) => startForm(before.initial)),
    settle: (sent) => setState((before) => settleForm(before, sent)),
  }
}
