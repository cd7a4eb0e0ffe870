/** The format of instants in all reports. */
export const reportTime = 'MM/DD/YYYY h:mm:ss a'

/** A flag in words. */
export function toYesNo(flag: boolean): string {
  return flag ? 'Yes' : 'No'
}
