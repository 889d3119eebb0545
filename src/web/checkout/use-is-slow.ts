import { useEffect, useState } from 'react'

const SLOW_MS = 5000

/** True once it has been going on for a while. */
export function useIsSlow(isBusy: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isBusy])
  return isSlow
}
