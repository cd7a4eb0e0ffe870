/** A whole number of the environment, or `fallback`; throws a sentence for anything else. */
export function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, most: number): number {
  const text = env[name]?.trim() ?? ''
  if (text === '') return fallback
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0 && number <= most) return number
  throw new Error(`${name} must be a whole number from 0 to ${most}, not "${text}".`)
}
