/** Address of an agency's screen; `tab` is the deep-link name of a tab, `query` what that tab reads. */
export function agencyAddress(agencyId: number, tab?: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...(tab === undefined ? {} : { tab }), ...query }).toString()
  return `/agency-detail/${agencyId}${search === '' ? '' : `?${search}`}`
}
