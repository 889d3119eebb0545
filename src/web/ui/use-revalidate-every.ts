import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again and again, until `milliseconds` is undefined. */
export function useRevalidateEvery(milliseconds: number | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (milliseconds === undefined) return
    const timer = setInterval(() => void revalidate(), milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds, revalidate])
}
