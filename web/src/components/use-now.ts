import { useEffect, useState } from 'react'
import { serverNow } from '../lib/server-time.ts'

/** The server's time as ISO text, anew every so many seconds, so that ages on the screen grow. */
export function useNow(everySeconds = 30): string {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return new Date(now).toISOString()
}
