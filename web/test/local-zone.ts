import { onTestFinished, vi } from 'vitest'

/** Has the rest of a test run where local time is that of a zone. */
export function stubLocalZone(zone: string): void {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('TZ', zone)
}
