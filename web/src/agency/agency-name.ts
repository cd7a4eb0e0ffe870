/** The name of an agency as shown; some have none. */
export function toAgencyName(name: string): string {
  return name === '' ? 'Name Missing' : name
}
