/** Ends a step of work at a provider as the end of its process does: none of its result is stored. */
export function killed(): Error {
  // What a step cannot survive: the connection through which it would say how far it came.
  return Object.assign(new Error('killed'), { code: '57P01' })
}
