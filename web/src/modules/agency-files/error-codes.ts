/** Meaning of an error code of the agency's software, and what to do; other codes have only their message. */
const explanations: Readonly<Record<number, string>> = {
  101: 'The client is open at the agency. Ask the user to close it, then press Resync.',
  102: 'The client file is damaged. Ask the agency to repair it or to restore it from a backup, then press Resync.',
  205: 'The client holds a value that cannot be converted. Ask the agency to correct what the message names, then press Resync.',
  206: 'Two dates of the client contradict each other. Ask the agency to correct them, then press Resync.',
  310: 'The agency’s computer could not find our address. Ask the agency to check its internet connection, then press Resync.',
  311: 'The upload took too long. Press Resync; if it happens again, ask the agency to check its internet connection.',
  404: 'The agency has no file of this client any more. Look the client up, and ask the agency whether it was deleted.',
}

/** Cause and next step of a code; null if unknown. */
export function explainCode(code: number): string | null {
  return explanations[code] ?? null
}
