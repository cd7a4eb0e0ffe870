const twoDigits = '2-digit'
const formats = new Map<string, Intl.DateTimeFormat>()

/** An instant in the en-us 2-digit format of client files: `11/20/26, 02:41 AM`. */
export function shortTime(iso: string, zone?: string): string {
  const known = formats.get(zone ?? '')
  const format =
    known ??
    new Intl.DateTimeFormat('en-us', {
      year: twoDigits,
      month: twoDigits,
      day: twoDigits,
      hour: twoDigits,
      minute: twoDigits,
      ...(zone === undefined ? {} : { timeZone: zone }),
    })
  if (known === undefined) formats.set(zone ?? '', format)
  return format.format(new Date(iso))
}
