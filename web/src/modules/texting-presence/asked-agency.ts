/** The agency id of an address, 0 included; undefined for anything else. */
export function parseAskedAgency(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,8}$/.test(text) ? Number(text) : undefined
}
