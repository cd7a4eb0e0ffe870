/** The agency id of an address: 1 to 8 digits above zero; anything else loads no agency (spec-001 §2.1). */
export function agencyIdParam(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{1,8}$/.test(text)) return null
  const id = Number(text)
  return id > 0 ? id : null
}
