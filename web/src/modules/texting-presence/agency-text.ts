/** The agency id in an address, including 0; undefined for anything else. */
export function parseAgencyText(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,8}$/.test(text) ? Number(text) : undefined
}
