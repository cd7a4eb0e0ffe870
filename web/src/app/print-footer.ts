import { formatInstant } from '@agency-support/contract/rules/instant-format'
import { useEffect } from 'react'
import { shownZone } from '../lib/format/utc.ts'
import { useEnvironment } from '../lib/environment.ts'
import { zoneName } from '../lib/format/format.ts'
import { profileStore } from '../lib/profile.ts'

/** Address of the screen; then who prints it, when, and in which environment. */
function toFooter(now: Date): string {
  const zone = shownZone()
  const who = profileStore.get()?.hsUserName ?? 'nobody signed in'
  const at = formatInstant(now.toISOString(), 'MM/DD/YYYY HH:mm:ss', zone)
  return `${location.href}\n${who} · ${at} ${zoneName(now, zone)} · ${useEnvironment.getState()}`
}

/** Written when printing begins, for `@page` in theme/base.css, which puts it on every sheet. */
function write(): void {
  document.documentElement.style.setProperty('--print-footer', `"${CSS.escape(toFooter(new Date()))}"`)
}

/** The lower margin of printed pages; nothing on the screen. */
export function PrintFooter(): null {
  useEffect(() => {
    window.addEventListener('beforeprint', write)
    return () => window.removeEventListener('beforeprint', write)
  }, [])
  return null
}
