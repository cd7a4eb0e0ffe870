/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>

/** Reads single settings; adds a sentence to the problems for each that is missing or invalid. */
export function createReader(env: Env, problems: string[]) {
  const text = (name: string, fallback: string): string => {
    const value = env[name]?.trim() ?? ''
    return value === '' ? fallback : value
  }
  const need = (name: string, why: string): string => {
    const value = text(name, '')
    if (value === '') problems.push(`${name} is missing: ${why}`)
    return value
  }
  const whole = (name: string, fallback: number, most: number, least = 0): number => {
    const given = text(name, String(fallback))
    const number = Number(given)
    if (Number.isInteger(number) && number >= least && number <= most) return number
    problems.push(`${name} must be a whole number from ${least} to ${most}, not "${given}".`)
    return fallback
  }
  const choice = <T extends string>(name: string, choices: readonly [T, ...T[]]): T => {
    const given = text(name, choices[0])
    const known = choices.find((one) => one === given)
    if (known === undefined) problems.push(`${name} must be one of ${choices.join(', ')}, not "${given}".`)
    return known ?? choices[0]
  }
  return { need, text, whole, choice }
}
