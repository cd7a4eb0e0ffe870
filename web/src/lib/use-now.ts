import { useEffect, useState } from 'react'
import { serverNow } from './requests/server-time.ts'

/** The server's time as ISO text, updated at this interval, so that ages on screen grow. */
export function useNow(everySeconds = 30): string {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return new Date(now).toISOString()
}
