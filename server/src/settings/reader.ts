/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>

/** Takes a sentence about a setting that is missing or invalid. */
export type Problem = (sentence: string) => void

/** Reads single settings; reports a problem for each that is missing or invalid. */
export type SettingReader = ReturnType<typeof createReader>

/** Creates a reader of these variables. */
export function createReader(env: Env, problem: Problem) {
  const text = (name: string, fallback: string): string => {
    const value = env[name]?.trim() ?? ''
    return value === '' ? fallback : value
  }
  const need = (name: string, why: string): string => {
    const value = text(name, '')
    if (value === '') problem(`${name} is missing: ${why}`)
    return value
  }
  const whole = (name: string, fallback: number, max: number, min = 0): number => {
    const given = text(name, String(fallback))
    const number = Number(given)
    if (Number.isInteger(number) && number >= min && number <= max) return number
    problem(`${name} must be a whole number from ${min} to ${max}, not "${given}".`)
    return fallback
  }
  const choice = <T extends string>(name: string, choices: readonly [T, ...T[]]): T => {
    const given = text(name, choices[0])
    const known = choices.find((one) => one === given)
    if (known === undefined) problem(`${name} must be one of ${choices.join(', ')}, not "${given}".`)
    return known ?? choices[0]
  }
  /** Off unless it is 1. */
  const flag = (name: string): boolean => choice(name, ['off', '1']) === '1'
  return { need, text, whole, choice, flag, problem }
}
